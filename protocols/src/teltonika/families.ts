// The meaning of element ids differs by family of models.

/** Vehicles and OBD dongles; trucks; personal and asset trackers. */
export type Family = 'vehicle' | 'truck' | 'personal'

/** Undefined for an unknown model: then only ids with one meaning, or distinguished by size, are decoded. */
export function familyOf(model: string | undefined): Family | undefined {
  if (!model) return undefined
  const name = model.toUpperCase()
  if (/^(TMT|GH|TAT|TST|MSP)/.test(name)) return 'personal'
  if (/^FM.?6[45]\d/.test(name)) return 'truck'
  return /^FM/.test(name) ? 'vehicle' : undefined
}
