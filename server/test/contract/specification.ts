// The methods and paths of the specification. None may be missing.

export const specified = [
  'POST /api/Auth/Token',
  'GET /api/devices',
  'GET /api/devices/{deviceId}',
  'GET /api/devices/{deviceId}/lastLocation',
  'POST /api/devices/{deviceId}/locations',
  'POST /api/devices/{deviceId}/alerts',
  'GET /api/groups',
  'POST /api/groups',
  'GET /api/groups/{groupId}',
  'PUT /api/groups/{groupId}',
  'PATCH /api/groups/{groupId}',
  'DELETE /api/groups/{groupId}',
  'GET /api/users',
  'POST /api/users',
  'GET /api/users/countries',
  'GET /api/users/timeZones',
  'GET /api/users/{userId}',
  'PUT /api/users/{userId}',
  'PATCH /api/users/{userId}',
  'DELETE /api/users/{userId}',
]
