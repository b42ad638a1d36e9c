import { startUninstalledSite } from './uninstalled-site.ts'
import { listScreens, type Visit } from './screens.ts'
import type { Site } from './site.ts'

/** Starts sites in every installation state and returns a visit to each installer screen. */
export async function prepareInstallerVisits(installed: Site, build: { bundle?: string } = {}) {
  const unconfigured = await startUninstalledSite(build)
  const uninstalled = await startUninstalledSite({ ...build, hasDatabase: true })
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
      isFullPage: true,
    })),
    async stop() {
      await unconfigured.stop()
      await uninstalled.stop()
    },
  }
}
