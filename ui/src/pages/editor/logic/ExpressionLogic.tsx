import { Code } from "../../../code/LazyCode";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { useEditing } from "../editing";
import { at } from "../problems";

/** A Python expression over the parameters; also as `result = a * b`. */
export function ExpressionLogic() {
  const { t } = useText();
  const { spec, problems, changeConfig } = useEditing();
  const found = at(problems, "/config/expression");
  const parameters = (spec.parameters ?? []).map((one) => one.name).filter((name) => name !== "");
  return (
    <div className="form-column">
      <Code
        value={String(spec.config.expression ?? "")}
        language="python"
        label={t("kind.expression")}
        names={{ parameters, database: null }}
        problems={found}
        testId="expression-editor"
        onChange={(expression) => changeConfig({ expression })}
      />
      <ProblemLines problems={found} />
      <p className="hint">{t("expression.hint", { example: "result = num1 * num2" })}</p>
      <p>
        {t("expression.names")}{" "}
        {parameters.length === 0 ? "–" : parameters.map((name) => <code key={name}>{`${name} `}</code>)}
      </p>
    </div>
  );
}
