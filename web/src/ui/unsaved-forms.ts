// Which forms on the screen have unsaved changes: the page does not reload by itself while one has.

const forms = new Set<() => boolean>()

/** Returns the function that removes it. */
export function addForm(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved)
  return () => {
    forms.delete(isUnsaved)
  }
}

export function isAnyUnsaved(): boolean {
  return [...forms].some((isUnsaved) => isUnsaved())
}
