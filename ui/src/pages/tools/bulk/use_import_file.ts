import { type DragEvent, useState } from "react";
import type { ToolSpec } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { toast } from "../../../parts/toast";
import { readSpecs } from "./specs_file";

/**
 * Definitions from a file that is chosen, or dropped onto the element with `dropProps`. A file comes from outside of the
 * page, so that the browser's own events are enough: React Aria's would be 40 kB more for the first page.
 */
export function useImportFile() {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  const [specs, setSpecs] = useState<ToolSpec[] | null>(null);
  async function read(file: File | undefined) {
    if (file === undefined) return;
    const found = readSpecs(await file.text());
    if (found === null) toast(t("import.unreadable", { name: file.name }), { tone: "error" });
    else setSpecs(found);
  }
  const dropProps = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      void read(event.dataTransfer.files[0]);
    },
  };
  return { dropProps, isOver, specs, read, clear: () => setSpecs(null) };
}
