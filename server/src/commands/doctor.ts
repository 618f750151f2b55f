import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { readConfigWithFaults } from '../config/config.ts'
import { examine } from '../operations/doctor/examine.ts'
import { countFindings, describeExamination } from '../operations/doctor/report.ts'

export const doctorCommand = new Command('doctor')
  .description('check configuration, dependencies, storage and jobs, and advise; changes nothing')
  .option('--strict', 'fail on warnings too')
  .option('--json', 'print JSON')
  .action(async (options: { strict?: true; json?: true }) => {
    const examination = await examine(readConfigWithFaults(process.env))
    const counts = countFindings(examination)
    print(options, { ...counts, ...examination }, describeExamination(examination))
    // A dependency that did not respond may keep a connection open.
    const isWell = counts.faults === 0 && (!options.strict || counts.warnings === 0)
    process.stdout.write('', () => process.exit(isWell ? 0 : 1))
  })
