// Resources as SCIM writes them (RFC 7643), and what this server can do.

import type { Page, ScimGroup, ScimUser } from './scim.types.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
export const userSchema = `${core}:User`
export const groupSchema = `${core}:Group`
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export function userView(base: string, user: ScimUser) {
  const { id, userName, externalId, name, email, disabled, createdAt, modifiedAt, groups } = user
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    displayName: name,
    name: { formatted: name },
    emails: [{ value: email, type: 'work', primary: true }],
    active: !disabled,
    groups: groups.map((one) => ({ ...one, $ref: `${base}/Groups/${one.value}` })),
    meta: metaOf('User', `${base}/Users/${id}`, createdAt, modifiedAt),
  }
}

export function groupView(base: string, group: ScimGroup, hasMembers = true) {
  const { id, displayName, externalId, members, createdAt, modifiedAt } = group
  return {
    schemas: [groupSchema],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(hasMembers && { members: members.map((one) => ({ ...one, $ref: `${base}/Users/${one.value}` })) }),
    meta: metaOf('Group', `${base}/Groups/${id}`, createdAt, modifiedAt),
  }
}

function metaOf(resourceType: string, location: string, createdAt: Date, modifiedAt: Date) {
  return { resourceType, location, created: createdAt.toISOString(), lastModified: modifiedAt.toISOString() }
}

export function listView(resources: object[], total: number, { startIndex }: Page) {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

export const serviceProviderConfig = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM key',
      description: 'The secret of a SCIM key of the account, as a bearer token.',
      primary: true,
    },
  ],
}

export function resourceTypes(base: string) {
  return [
    { id: 'User', endpoint: '/Users', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema },
  ].map((one) => ({
    schemas: [`${core}:ResourceType`],
    ...one,
    name: one.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${one.id}` },
  }))
}

const attribute = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export function schemas(base: string) {
  const value = attribute('value', 'string')
  return [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', 'string', { required: true, uniqueness: 'server' }),
        attribute('displayName', 'string'),
        attribute('name', 'complex', {
          subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name, 'string')),
        }),
        attribute('emails', 'complex', {
          multiValued: true,
          subAttributes: [value, attribute('type', 'string'), attribute('primary', 'boolean')],
        }),
        attribute('active', 'boolean'),
        attribute('groups', 'complex', { multiValued: true, mutability: 'readOnly', subAttributes: [value] }),
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [
        attribute('displayName', 'string', { required: true }),
        attribute('members', 'complex', { multiValued: true, subAttributes: [value] }),
      ],
    },
  ].map((one) => ({
    schemas: [`${core}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${one.id}` },
  }))
}
