// Shades of the brand's color. A color of any brightness becomes one on which white text can be read (WCAG 1.4.3), and
// lighter and darker ones for text, hover and the dark theme.

type Rgb = [number, number, number]

/** White on it, and it on its own tint, have at least 4.5. */
const minContrastToWhite = 6
const darken = 0.02
/** How much white the lighter shades contain. The ninth is the color itself. */
const whites = [0.95, 0.87, 0.76, 0.64, 0.5, 0.36, 0.2, 0.1]
const blackOfDarkest = 0.18
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

export type Shades = [string, string, string, string, string, string, string, string, string, string]

/** From light to dark, as Mantine has them; `primaryShade` is 8. */
export function shadesOf(color: string): Shades {
  const main = readable(parse(color))
  const lighter = whites.map((share) => format(mix(main, white, share)))
  return [...lighter, format(main), format(mix(main, black, blackOfDarkest))] as Shades
}

function readable(color: Rgb): Rgb {
  let dark = color
  for (let share = darken; contrast(dark, white) < minContrastToWhite; share += darken)
    dark = mix(color, black, share)
  return dark
}

export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other))
}

/** As a translucent layer of the color looks. */
export function layered(color: string, background: string, opacity: number): string {
  return format(mix(parse(background), parse(color), opacity))
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: Rgb, other: Rgb, share: number): Rgb {
  return color.map((part, index) => Math.round(part * (1 - share) + other[index]! * share)) as Rgb
}

function parse(color: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return [red!, green!, blue!]
}

function format(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
