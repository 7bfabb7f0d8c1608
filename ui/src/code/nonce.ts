/** The nonce that the server puts into the page, for the styles that CodeMirror makes. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
