export interface GroupDocument {
  name: string
  description?: string | null
  devices?: string[]
}

export interface StoredGroup extends Required<GroupDocument> {
  id: string
  version: number
}
