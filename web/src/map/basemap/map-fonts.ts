// Inter for the labels, from our own files: no glyph server is used. Other scripts are rendered by the browser.
import mediumLatin from '@fontsource/inter/files/inter-latin-500-normal.woff2?url'
import semiBoldLatin from '@fontsource/inter/files/inter-latin-600-normal.woff2?url'
import mediumLatinExt from '@fontsource/inter/files/inter-latin-ext-500-normal.woff2?url'
import semiBoldLatinExt from '@fontsource/inter/files/inter-latin-ext-600-normal.woff2?url'
import type { StyleSpecification } from 'maplibre-gl'

export const medium = 'Inter Medium'
export const semiBold = 'Inter SemiBold'

// The ranges of the package's CSS.
const latin = [
  'U+0-FF',
  'U+131',
  'U+152-153',
  'U+2BB-2BC',
  'U+2C6',
  'U+2DA',
  'U+2DC',
  'U+2000-206F',
  'U+20AC',
]
const latinExt = [
  'U+100-2BA',
  'U+2BD-2C5',
  'U+2C7-2CC',
  'U+2CE-2D7',
  'U+2DD-2FF',
  'U+1E00-1E9F',
  'U+1EF2-1EFF',
]

function faces(latinUrl: string, latinExtUrl: string) {
  return [
    { url: latinUrl, 'unicode-range': latin },
    { url: latinExtUrl, 'unicode-range': latinExt },
  ]
}

export const fontFaces: NonNullable<StyleSpecification['font-faces']> = {
  [medium]: faces(mediumLatin, mediumLatinExt),
  [semiBold]: faces(semiBoldLatin, semiBoldLatinExt),
}
