// Work that needs the session and must not be lost when it ends, such as an acknowledgement that can still be undone.

const tasks = new Set<() => Promise<void>>()

/** Returns the function that removes it. */
export function beforeSignOut(task: () => Promise<void>): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.all([...tasks].map((task) => task()))
}
