// Which devices of a list are selected. A range starts at the device that was clicked last.

export interface Selection {
  ids: ReadonlySet<string>
  anchor: string | undefined
}

export const noSelection: Selection = { ids: new Set(), anchor: undefined }

export const selectionOf = (ids: Iterable<string>): Selection => ({ ids: new Set(ids), anchor: undefined })

/** `order`: the listed devices. With `isRange` all from the last one to this one become as this one. */
export function toggled(selection: Selection, order: string[], id: string, isRange: boolean): Selection {
  const ids = new Set(selection.ids)
  const isSelected = !ids.has(id)
  for (const one of isRange ? rangeOf(order, selection.anchor, id) : [id]) {
    if (isSelected) ids.add(one)
    else ids.delete(one)
  }
  return { ids, anchor: id }
}

function rangeOf(order: string[], anchor: string | undefined, id: string): string[] {
  const [from, to] = [order.indexOf(anchor ?? ''), order.indexOf(id)]
  if (from < 0 || to < 0) return [id]
  return order.slice(Math.min(from, to), Math.max(from, to) + 1)
}
