// Pictures as pixels: red, green, blue and alpha, a byte each.

export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Smaller, by averaging what falls into a pixel, weighted by alpha. */
export function shrink(source: Pixels, width: number, height: number): Pixels {
  if (source.width === width && source.height === height) return source
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * source.height) / height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * source.height) / height))
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * source.width) / width)
      const right = Math.max(left + 1, Math.floor(((x + 1) * source.width) / width))
      rgba.set(averageOf(source, { left, top, right, bottom }), (y * width + x) * 4)
    }
  }
  return { width, height, rgba }
}

type Area = Record<'left' | 'top' | 'right' | 'bottom', number>

function averageOf({ width, rgba }: Pixels, { left, top, right, bottom }: Area): number[] {
  const sums = [0, 0, 0]
  let alpha = 0
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4
      const weight = rgba[at + 3]!
      alpha += weight
      for (let part = 0; part < 3; part += 1) sums[part]! += rgba[at + part]! * weight
    }
  const count = (right - left) * (bottom - top)
  return [...sums.map((sum) => (alpha === 0 ? 0 : Math.round(sum / alpha))), Math.round(alpha / count)]
}

/** In the middle of a white square: systems cut such icons into their own shape. */
export function onWhite(picture: Pixels, sidePx: number): Pixels {
  const rgba = new Uint8Array(sidePx * sidePx * 4).fill(255)
  const left = Math.floor((sidePx - picture.width) / 2)
  const top = Math.floor((sidePx - picture.height) / 2)
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) {
      const from = (y * picture.width + x) * 4
      const to = ((y + top) * sidePx + x + left) * 4
      const alpha = picture.rgba[from + 3]! / 255
      for (let part = 0; part < 3; part += 1)
        rgba[to + part] = Math.round(picture.rgba[from + part]! * alpha + 255 * (1 - alpha))
    }
  return { width: sidePx, height: sidePx, rgba }
}
