import { Suspense } from "react";
import { chunk } from "../parts/chunk";
import { Skeleton } from "../parts/States";
import type { CodeEditorProps } from "./CodeEditor";

const CodeEditor = chunk(() => import("./CodeEditor"));
const DiffView = chunk(() => import("./DiffView"));

/** The editor, loaded when it is first shown. */
export function Code(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

export function Diff(props: React.ComponentProps<typeof DiffView>) {
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <DiffView {...props} />
    </Suspense>
  );
}
