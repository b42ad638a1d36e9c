// `pnpm bench <command>`: generates data and measures CPU cost compared with baselines.
import { data } from './data/command.ts'
import { admin } from './run/admin.ts'
import { badges } from './run/badges.ts'
import { run } from './run/command.ts'
import { compare } from './run/compare.ts'
import { costs } from './run/costs.ts'
import { growth } from './run/growth.ts'
import { short } from './run/short.ts'
import { start } from './run/start.ts'
import { streams } from './run/streams.ts'
import { tail } from './run/tail.ts'

const help = `pnpm bench data --questions 10000 [--copies 0] [--seed 7] [--database <url>]   fill a database
pnpm bench run [--only a,b] [--rounds 7] [--seconds 3] [--database <url>] [--json file]
pnpm bench compare <a.json> <b.json>                             compare two commits
pnpm bench short                                                 check for CPU regressions, in a minute
pnpm bench costs [--database <url>]                              CPU time of each kind of request
pnpm bench growth [--small <url>] [--large <url>]                cost of reads on a larger site
pnpm bench start [--database <url>]                              startup time and idle memory
pnpm bench tail [--pages 2000] [--database <url>]                 question pages on disk, after a restart
pnpm bench streams [--streams 10000] [--database <url>]           open streams: memory, a message to all, a restart
pnpm bench badges [--database <url>]                             award badges for the past
pnpm bench admin [--only lists,figures,bulk] [--database <url>]   the admin area of a large site`

const [command, ...rest] = process.argv.slice(2)
switch (command) {
  case 'data':
    await data(rest)
    break
  case 'run':
    await run(rest)
    break
  case 'short':
    await short()
    break
  case 'costs':
    await costs(rest)
    break
  case 'growth':
    await growth(rest)
    break
  case 'start':
    await start(rest)
    break
  case 'streams':
    await streams(rest)
    break
  case 'badges':
    await badges(rest)
    break
  case 'admin':
    await admin(rest)
    break
  case 'tail':
    await tail(rest)
    break
  case 'compare':
    compare(rest)
    break
  default:
    console.log(help)
    process.exitCode = command === undefined || command === 'help' ? 0 : 2
}
