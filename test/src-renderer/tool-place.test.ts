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
    expect(place(0, 0, 800, 400)).toEqual({ left: 556, top: 4 });
  });
  it('is hidden with a record outside the area', () => {
    expect(place(300, 500, 300, 80)).toBeUndefined();
    expect(place(300, -200, 300, 80)).toBeUndefined();
  });
});
