export interface ScimKey {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** A user as SCIM has it. */
export interface ScimUser {
  id: string
  userName: string
  externalId: string | null
  name: string
  email: string
  disabled: boolean
  createdAt: Date
  modifiedAt: Date
  groups: { value: string; display: string }[]
}

export interface ScimGroup {
  id: string
  displayName: string
  externalId: string | null
  createdAt: Date
  modifiedAt: Date
  members: { value: string; display: string }[]
}

/** The key of the request. */
export interface ScimCaller {
  accountId: number
  account: string
  keyId: string
  requestId: string
}

export interface Page {
  startIndex: number
  count: number
}

/** `attribute eq "value"`, the filter of every provider that keeps users. */
export interface Filter {
  attribute: 'username' | 'externalid' | 'displayname' | 'id' | 'emails.value'
  value: string
}
