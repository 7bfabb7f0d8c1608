export interface Command {
  id: string;
  label: string;
  group: string;
  run(): void;
}

const MOST = 30;

/** The commands that hold every word of `text`; those that begin with it come first. */
export function matching(commands: Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands.slice(0, MOST);
  const first: Command[] = [];
  const rest: Command[] = [];
  for (const command of commands) {
    const label = command.label.toLowerCase();
    const whole = `${label} ${command.group.toLowerCase()}`;
    if (!words.every((word) => whole.includes(word))) continue;
    (label.startsWith(words[0] ?? "") ? first : rest).push(command);
    if (first.length >= MOST) break;
  }
  return [...first, ...rest].slice(0, MOST);
}
