// Deletions that can still be undone. The DELETE call waits until the toast ends or the page is left: that needs
// nothing from the server, and identifiers, links and history stay as they were.

export interface PendingDeletion {
  id: string
  /** The objects to be deleted: one, or all selected ones. */
  objectIds: readonly string[]
  /** Sends the DELETE call; `isLeaving` asks for a request that outlives the page. */
  send(isLeaving: boolean): Promise<unknown>
}

type Outcome = 'deleted' | 'undone'

export function createPendingDeletions() {
  const pending = new Map<string, PendingDeletion>()
  const listeners = new Set<() => void>()
  let hidden: ReadonlySet<string> = new Set()

  function show(change: (ids: Set<string>) => void): void {
    const next = new Set(hidden)
    change(next)
    hidden = next
    for (const listener of listeners) listener()
  }

  function list({ objectIds }: PendingDeletion): void {
    show((hidden) => {
      for (const objectId of objectIds) hidden.delete(objectId)
    })
  }

  return {
    /** Lists leave these out: to be deleted, or deleted and not refetched yet. */
    hidden: () => hidden,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(deletion: PendingDeletion): void {
      pending.set(deletion.id, deletion)
      show((hidden) => {
        for (const objectId of deletion.objectIds) hidden.add(objectId)
      })
    },
    undo(id: string): void {
      const deletion = pending.get(id)
      if (!deletion) return
      pending.delete(id)
      list(deletion)
    },
    /** Sends the call unless it was undone or sent before. If it fails, the objects are listed again. */
    async commit(id: string, isLeaving = false): Promise<Outcome> {
      const deletion = pending.get(id)
      if (!deletion) return 'undone'
      pending.delete(id)
      try {
        await deletion.send(isLeaving)
        return 'deleted'
      } finally {
        list(deletion)
      }
    },
    commitAll: (commit: (id: string) => void) => {
      for (const id of [...pending.keys()]) commit(id)
    },
    newest: () => [...pending.keys()].at(-1),
  }
}
