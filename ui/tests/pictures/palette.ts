import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

interface Picture {
  width: number;
  height: number;
  /** Three bytes a pixel. */
  rgb: Buffer;
}

/** Writes a PNG of a screenshot again with at most 256 colours, which takes a third of the bytes. */
export function withPalette(png: Buffer): Buffer {
  const { width, height, rgb } = read(png);
  const colours = mostUsed(rgb);
  const indices = new Map<number, number>(colours.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = rgb.readUIntBE(pixel * 3, 3);
    const index = indices.get(colour) ?? nearest(colours, colour);
    indices.set(colour, index);
    // Each row begins with the byte of its filter: none.
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.alloc(colours.length * 3);
  for (const [index, colour] of colours.entries()) palette.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Reads a PNG as Chromium writes it: 8 bits, with or without transparency, not interlaced. */
function read(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const size = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const filtered = inflateSync(Buffer.concat(parts));
  const line = width * size;
  const rgb = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(line);
  for (let y = 0; y < height; y += 1) {
    const start = y * (line + 1);
    const row = Buffer.from(filtered.subarray(start + 1, start + 1 + line));
    for (let x = 0; x < line; x += 1) {
      const left = row[x - size] ?? 0;
      const up = above[x] ?? 0;
      const corner = above[x - size] ?? 0;
      row[x] = (row[x] ?? 0) + predicted(filtered[start] ?? 0, left, up, corner);
    }
    for (let x = 0; x < width; x += 1) row.copy(rgb, (y * width + x) * 3, x * size, x * size + 3);
    above = row;
  }
  return { width, height, rgb };
}

/** What a filter of PNG expects in place of a byte. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const distances = [left, up, corner].map((value) => Math.abs(guess - value));
  const least = Math.min(...distances);
  return [left, up, corner][distances.indexOf(least)] ?? 0;
}

function mostUsed(rgb: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  return sorted.slice(0, MOST_COLOURS).map(([colour]) => colour);
}

function nearest(colours: number[], wanted: number): number {
  const distance = (colour: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((wanted >> shift) & 255)) ** 2, 0);
  let best = 0;
  for (const [index, colour] of colours.entries())
    if (distance(colour) < distance(colours[best] ?? 0)) best = index;
  return best;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
