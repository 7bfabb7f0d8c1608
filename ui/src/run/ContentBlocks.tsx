import type { ContentBlock } from "../api/executions";
import { useText } from "../i18n/language";
import { PlainBlock } from "../parts/Plain";

const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The content blocks of MCP, as an agent gets them. */
export function ContentBlocks({ blocks }: { blocks: ContentBlock[] }) {
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: ContentBlock }) {
  const { t } = useText();
  if (block.type === "text") return <PlainBlock text={block.text ?? ""} />;
  if (block.type === "image" && PICTURES.has(block.mimeType ?? "")) {
    return (
      <img
        className="result-picture"
        alt={t("result.picture")}
        src={`data:${block.mimeType};base64,${block.data}`}
      />
    );
  }
  return <PlainBlock text={JSON.stringify(block, null, 2)} />;
}
