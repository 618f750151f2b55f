// Compares the events of trips with the trips that are stored. Pure, so that it can be tested with planted faults.

export interface TripEvent {
  type: string
  tripId: string
  version: number
}

export interface TripEventFindings {
  events: number
  /** A trip that started twice, or ended or was withdrawn twice in the same version. */
  twice: string[]
  /** Stored without having started. */
  missing: string[]
  /** Started, and neither stored nor withdrawn. */
  unknown: string[]
}

export function checkTripEvents(
  events: readonly TripEvent[],
  stored: ReadonlySet<string>,
): TripEventFindings {
  const keyOf = ({ type, tripId, version }: TripEvent) =>
    type === 'trip.started' ? `${type} ${tripId}` : `${type} ${tripId} ${version}`
  const byKey = Map.groupBy(events, keyOf)
  const idsOf = (type: string) =>
    new Set(events.filter((event) => event.type === type).map(({ tripId }) => tripId))
  const started = idsOf('trip.started')
  const withdrawn = idsOf('trip.withdrawn')
  return {
    events: events.length,
    twice: [...byKey].filter(([, same]) => same.length > 1).map(([key]) => key),
    missing: [...stored.difference(started)],
    unknown: [...started.difference(stored).difference(withdrawn)],
  }
}
