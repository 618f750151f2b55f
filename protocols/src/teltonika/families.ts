// The meaning of element ids differs by family of models.

/** Vehicles and OBD dongles; trucks; persons and things. */
export type Family = 'vehicle' | 'truck' | 'personal'

/** Nothing when the model is not known: then only ids with one meaning, or told apart by size, are understood. */
export function familyOf(model: string | undefined): Family | undefined {
  if (!model) return undefined
  const name = model.toUpperCase()
  if (/^(TMT|GH|TAT|TST|MSP)/.test(name)) return 'personal'
  if (/^FM.?6[45]\d/.test(name)) return 'truck'
  return /^FM/.test(name) ? 'vehicle' : undefined
}
