import { runningServices, serviceNames, startServices, stopServices } from './services.ts'

const command = process.argv[2]

switch (command) {
  case 'start': {
    const { started } = await startServices()
    console.log(started.length > 0 ? `started ${started.join(', ')}` : 'already running')
    printStatus()
    break
  }
  case 'stop': {
    const stopped = await stopServices()
    console.log(stopped.length > 0 ? `stopped ${stopped.join(', ')}` : 'nothing to stop')
    break
  }
  case 'status':
    printStatus()
    break
  default:
    console.error('usage: pnpm services start|stop|status')
    process.exitCode = 2
}

function printStatus() {
  const running = runningServices()
  for (const name of serviceNames) {
    const service = running[name]
    const state = service ? `${service.url} (process ${service.pid})` : 'stopped'
    console.log(`${name.padEnd(9)}${state}`)
  }
}
