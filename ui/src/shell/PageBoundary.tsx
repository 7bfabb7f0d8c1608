import { Component, type ReactNode } from "react";
import { Failure } from "../parts/States";

/** Keeps the menu when a page fails, as when its file is gone after an update of the server. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failure error={error} onRetry={() => location.reload()} />;
  }
}
