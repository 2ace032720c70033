import { describe, expect, it } from 'vitest';
import { toolPlace } from '../../src-renderer/mirror/tool-place';

const area = { width: 800, height: 400 };
const tool = { width: 240, height: 36 };
const place = (x: number, y: number, width: number, height: number) => toolPlace({ x, y, width, height }, tool, area);

describe("a record's toolbar", () => {
  it('is above the record, aligned with its right edge', () => {
    expect(place(300, 100, 300, 80)).toEqual({ left: 360, top: 60 });
  });
  it('is below a record at the top of the area', () => {
    expect(place(300, 10, 300, 80)).toEqual({ left: 360, top: 94 });
  });
  it('is beside a record that is as tall as the area', () => {
    expect(place(100, -50, 300, 600)).toEqual({ left: 404, top: 4 });
    expect(place(400, -50, 390, 600)).toEqual({ left: 156, top: 4 });
  });
  it('stays inside the area', () => {
    expect(place(0, 100, 60, 80)).toEqual({ left: 4, top: 60 });
    expect(place(0, 0, 800, 400)).toEqual({ left: 556, top: 360 });
  });
  it('is at the position that covers the least content', () => {
    const record = { x: 300, y: 100, width: 300, height: 80 };
    const placed = (covered: (box: { x: number; y: number }) => number) => toolPlace(record, tool, area, covered);
    const isAbove = ({ y }: { y: number }) => y < 100;
    expect(placed((box) => (isAbove(box) && box.x > 310 ? 1 : 0))).toEqual({ left: 300, top: 60 });
    expect(placed((box) => (isAbove(box) ? 1 : 0))).toEqual({ left: 360, top: 184 });
    const isInside = ({ x, y }: { x: number; y: number }) => y >= 100 && y < 180 && x >= 300;
    expect(placed((box) => (isInside(box) ? 0 : 1))).toEqual({ left: 360, top: 144 });
    expect(placed(() => 1)).toEqual({ left: 360, top: 60 });
  });
  it('is hidden with a record outside the area', () => {
    expect(place(300, 500, 300, 80)).toBeUndefined();
    expect(place(300, -200, 300, 80)).toBeUndefined();
  });
});
