import type { Work } from './proof-of-work.worker.ts'

/** Takes about a second. */
export async function solveInBackground(work: Work): Promise<number[]> {
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<number[]>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number[]>) => resolve(data)
      worker.onerror = () => reject(new Error('the browser could not do the proof of work'))
      worker.postMessage(work)
    })
  } finally {
    worker.terminate()
  }
}
