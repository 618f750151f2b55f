// Which of the two CI lanes runs: `.ci/run` for every change, or `.ci/full`, which sets RASTRO_LANE=full.

export const isFullLane = process.env.RASTRO_LANE === 'full'

/** Fixed in `.ci/run`, so that a change fails by its own fault; random in `.ci/full`. SEED overrides both. */
export const laneSeed = Number(process.env.SEED ?? (isFullLane ? Date.now() % 1_000_000 : 1))

/** Whether a run names files or folders, as `npm test -- server/src/features/trips` does: then it has all of them. */
export const isNamed = process.argv
  .slice(2)
  .some((argument) => argument !== 'run' && !argument.startsWith('-'))
