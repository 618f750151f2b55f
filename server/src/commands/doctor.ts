import { print } from '@rastro/cli/output'
import { Command } from 'commander'
import { surveyConfig } from '../config/config.ts'
import { examine } from '../operations/doctor/examine.ts'
import { countFindings, describeExamination } from '../operations/doctor/report.ts'

export const doctorCommand = new Command('doctor')
  .description('examine configuration, engines, storage and work, and say what to do; changes nothing')
  .option('--strict', 'fail for warnings too')
  .option('--json', 'print JSON')
  .action(async (options: { strict?: true; json?: true }) => {
    const examination = await examine(surveyConfig(process.env))
    const counts = countFindings(examination)
    print(options, { ...counts, ...examination }, describeExamination(examination))
    // What did not answer may still hold a line open.
    const isWell = counts.faults === 0 && (!options.strict || counts.warnings === 0)
    process.stdout.write('', () => process.exit(isWell ? 0 : 1))
  })
