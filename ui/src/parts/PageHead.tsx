import type { ReactNode } from "react";
import { useTitle } from "./title";

interface Props {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}

/** The heading of a page, its actions, and the title of the browser's tab. */
export function PageHead({ title, about, children }: Props) {
  useTitle(title);
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p className="about">{about}</p>}
      </div>
      {children !== undefined && <div className="page-actions">{children}</div>}
    </header>
  );
}
