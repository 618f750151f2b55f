// Draws a picture of any kind in the size that the server accepts. Only pixels are sent: an SVG stays in the browser.

export type PictureKind = 'logoLight' | 'logoDark' | 'icon'

const logo = { width: 1_024, height: 256 }
const iconPx = 512

export async function toPng(file: Blob, kind: PictureKind): Promise<Blob> {
  const picture = await load(file)
  const { width, height } = picture
  if (width === 0 || height === 0) throw new Error('the picture has no size')
  const most = kind === 'icon' ? { width: iconPx, height: iconPx } : logo
  const fit = Math.min(most.width / width, most.height / height)
  const scale = kind === 'icon' ? fit : Math.min(1, fit)
  const drawn = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const canvas = Object.assign(document.createElement('canvas'), kind === 'icon' ? most : drawn)
  const left = (canvas.width - drawn.width) / 2
  const top = (canvas.height - drawn.height) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, drawn.width, drawn.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture cannot be drawn')
  return blob
}

/** As an image of the page: scripts in an SVG do not run there. */
async function load(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}
