import { launchBrowser } from '/work/main/e2e/support/browser.ts'
import { visitInstaller } from '/work/main/e2e/support/install-screens.ts'
import { startSite } from '/work/main/e2e/support/site.ts'
import { photograph } from '/work/main/scripts/screens/photograph.ts'
import { writeSheet } from '/work/main/scripts/screens/sheet.ts'
import { seriousProblems } from '/work/main/e2e/support/axe.ts'
import { enter } from '/work/main/e2e/support/screens.ts'
const bundle = '/tmp/prod/stoa.js'
const site = await startSite('postgres', { bundle })
const installer = await visitInstaller(site, { bundle })
const browser = await launchBrowser()
try {
  const photos = await photograph(browser, site, installer.visits, '/tmp/shots/install')
  console.log(await writeSheet(browser, 'install', photos, '/tmp/shots'))
  for (const look of [{theme:'light',locale:'en_US'},{theme:'dark',locale:'en_US'},{theme:'light',locale:'ar'}] as const) {
    const context = await browser.newContext(); const page = await context.newPage()
    for (const v of installer.visits) { await enter(context, site, null, look); const r = await page.goto(v.path); console.log(look.theme, look.locale, r?.status(), v.path, JSON.stringify(await seriousProblems(page))) }
    await context.close()
  }
} finally { await browser.close(); await installer.stop(); await site.stop() }
