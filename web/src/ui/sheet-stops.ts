// Where a sheet on a phone rests after it was dragged.

export const sheetStops = ['peek', 'half', 'full'] as const
export type SheetStop = (typeof sheetStops)[number]

/** A flick goes to the next stop even if the sheet has not moved far. */
const flickPxPerMs = 0.5

/** The nearest stop; of a flick, the next one in its direction. `heightsPx` are those of the stops. */
export function restingStop(heightPx: number, upPxPerMs: number, heightsPx: readonly number[]): SheetStop {
  const nearest = heightsPx.reduce(
    (best, one, at) =>
      Math.abs(one - heightPx) < Math.abs((heightsPx[best] as number) - heightPx) ? at : best,
    0,
  )
  if (Math.abs(upPxPerMs) < flickPxPerMs) return sheetStops[nearest] as SheetStop
  const beyond =
    upPxPerMs > 0
      ? heightsPx.findIndex((one) => one > heightPx)
      : heightsPx.findLastIndex((one) => one < heightPx)
  return sheetStops[beyond < 0 ? nearest : beyond] as SheetStop
}
