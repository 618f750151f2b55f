// What the commands of reports offer.

export const reports = [
  'fleetSummary',
  'days',
  'trips',
  'stops',
  'visits',
  'engineHours',
  'workTime',
  'driving',
  'speeding',
  'fuel',
  'temperature',
  'alerts',
  'maintenance',
  'logbook',
  'dataQuality',
] as const
export const formats = ['xlsx', 'csv', 'pdf', 'html', 'json', 'ndjson'] as const
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
