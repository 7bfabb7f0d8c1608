// Control and format characters, except for tab, line feed and the joiners that emoji and Persian need.
const CONTROL = /[^\P{Cc}\t\n]|(?![\u200c\u200d])\p{Cf}|\p{Zl}|\p{Zp}/gu;

/** Shows what would be invisible or would reorder a line: control characters and marks of direction. */
export function visible(text: string): string {
  return text.replace(CONTROL, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `⟦U+${code.toString(16).toUpperCase().padStart(4, "0")}⟧`;
  });
}

/** The first `most` characters, never half of a surrogate pair. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
