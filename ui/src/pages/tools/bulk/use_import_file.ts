import { type DragEvent, useState } from "react";
import { saidBy } from "../../../api/problem";
import { useText } from "../../../i18n/language";
import { toast } from "../../../parts/toast";
import type { Found } from "./read_definitions";

/**
 * Definitions from a file that is chosen, or dropped onto the element with `dropProps`. A file comes from outside of the
 * page, so that the browser's own events are enough: React Aria's would be 40 kB more for the first page.
 */
export function useImportFile() {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  const [file, setFile] = useState<{ name: string; text: string; found: Found } | null>(null);
  async function readText(name: string, text: string, address?: string) {
    try {
      const { readDefinitions } = await import("./read_definitions");
      const found = await readDefinitions(text, address);
      if (found === null) toast(t("import.unreadable", { name }), { tone: "error" });
      else setFile({ name, text, found });
    } catch (error) {
      toast(saidBy(error as Error), { tone: "error" });
    }
  }
  const read = async (given: File | undefined) => {
    if (given !== undefined) await readText(given.name, await given.text());
  };
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
  return {
    dropProps,
    isOver,
    found: file?.found ?? null,
    read,
    readAt: (address: string) => file !== null && void readText(file.name, file.text, address),
    clear: () => setFile(null),
  };
}
