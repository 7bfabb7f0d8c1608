import { Component, type ReactNode } from "react";
import { forgetFailures } from "../parts/chunk";
import { Failure } from "../parts/States";

interface Props {
  /** A page that failed is tried again when this changes: on navigation, and when the server is back. */
  occasion: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
}

/** Keeps the menu when a page fails, as when its file could not be loaded. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate(before: Props) {
    if (before.occasion === this.props.occasion || this.state.error === null) return;
    forgetFailures();
    this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failure error={error} onRetry={() => location.reload()} />;
  }
}
