// Photos of phones have several megabytes. A device page needs far less, and the server accepts 512 kB.

export const maxBytes = 512 * 1_024
const maxSidePx = 1_280
const qualities = [0.85, 0.7, 0.5]

/** The size that fits, with the same proportions. Small pictures stay as they are. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A JPEG that the server accepts. Fails if the file is no picture. */
export async function resized(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = Object.assign(document.createElement('canvas'), fittedSize(picture.width, picture.height))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= maxBytes) return blob
  }
  throw new Error('the picture cannot be made small enough')
}
