import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { Keys } from "./Keys";
import { Users } from "./Users";

/** Users, and the keys that call in their name. */
export default function AccessPage() {
  const { t } = useText();
  return (
    <div className="page">
      <PageHead title={t("menu.access")} about={t("access.about")} />
      <Users />
      <Keys />
    </div>
  );
}
