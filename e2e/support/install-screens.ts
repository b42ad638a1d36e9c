import { startEmptyMachine } from './empty-machine.ts'
import { listScreens, type Visit } from './screens.ts'
import type { Site } from './site.ts'

/** A way to every screen of the installer: with no database, with no site in it, and with one. */
export async function visitInstaller(installed: Site, build: { bundle?: string } = {}) {
  const unconfigured = await startEmptyMachine(build)
  const uninstalled = await startEmptyMachine({ ...build, hasDatabase: true })
  const sites: Record<string, Site> = {
    '/install/config': uninstalled,
    '/install/site': uninstalled,
    '/install/ready': installed,
  }
  const screens = listScreens().filter(({ area }) => area === 'install')
  return {
    visits: screens.map((screen): Visit => ({
      screen,
      path: (sites[screen.path] ?? unconfigured).url + screen.path,
      as: null,
      status: 200,
      isWhole: true,
    })),
    async stop() {
      await unconfigured.stop()
      await uninstalled.stop()
    },
  }
}
