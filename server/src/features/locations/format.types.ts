export const formatNames = ['json', 'geojson', 'gpx', 'kml', 'csv'] as const
export type FormatName = (typeof formatNames)[number]
