// What every plugin has to keep, whatever it does.
import { defaultValueOf, hasValue, type PluginValues } from '@stoa/contract/plugin-fields'
import type { WebhookEvent } from '@stoa/contract/features/webhook-events'
import { callLimits } from '../call-limits.ts'
import { SourceManifest } from '../manifest.ts'
import type { Kit, Plugin, PluginEvent } from '../server.ts'
import type { SlotName } from '../slots.ts'
import { checkKit } from './checked-kit.ts'
import { checkHasAllNamed, checkNamesAll, checkTranslations } from './declared.ts'
import { checkHtml, checkJson, checkText, checkVerdict, inTime, isRejection } from './results.ts'
import {
  anEvent,
  hostileInputs,
  hostileSlots,
  hostileText,
  ordinarySlots,
  ordinaryText,
  someContent,
} from './samples.ts'

export type PluginTest = {
  readonly name: string
  /** Rejects with what is wrong. */
  run(): Promise<void>
}

type Tested = { manifest: unknown; plugin: Plugin; createKit(): Kit }
type Call = (kit: Kit) => unknown

export function listPluginTests({ manifest: source, plugin, createKit }: Tested): PluginTest[] {
  const manifest = SourceManifest.parse(source)
  /** A kit of its own for each call, so that calls do not depend on each other. */
  async function call(deadlineMs: number, work: Call): Promise<unknown> {
    const { kit, problems } = checkKit(createKit(), manifest)
    try {
      return await inTime(deadlineMs, () => work(kit))
    } catch (error) {
      if (problems.length === 0 && isRejection(error)) return rejected
      throw error
    } finally {
      const [problem] = problems
      if (problem !== undefined) throwProblem(problem)
    }
  }
  const { server, pages } = manifest
  const general = [
    test('has everything that its manifest names', () => checkHasAllNamed(manifest, plugin)),
    test('names everything in its manifest', () => checkNamesAll(manifest, plugin)),
    test('translates what is there, with the same values', () => checkTranslations(manifest)),
    test('checkSettings returns messages for fields', () => checkSettings(manifest, plugin, call)),
  ]
  if (server === undefined) return general
  return [
    ...general,
    ...server.slots.map((name) => testSlot(plugin, name, call)),
    ...(pages.length === 0 ? [] : [testPage(pages, plugin, call)]),
    ...server.functions.map(({ name }) => testFunction(plugin, name, call)),
    ...server.events.map((name) => testEvent(plugin, name, call)),
    ...(server.review ? [testReview(plugin, call)] : []),
    ...(server.captcha ? [testCaptcha(plugin, call)] : []),
    ...server.actions.map((name) =>
      test(`the action ${name} returns a text`, async () => {
        const { deadlineMs, maxText } = callLimits.action
        const text = await call(deadlineMs, (kit) => plugin.actions?.[name]?.(kit))
        if (text !== rejected) checkText(text ?? '', maxText)
      }),
    ),
    ...server.jobs.map(({ name }) =>
      test(`the job ${name} ends`, async () => {
        await call(callLimits.job.deadlineMs, (kit) => plugin.jobs?.[name]?.(kit))
      }),
    ),
  ]
}

type Caller = (deadlineMs: number, work: Call) => Promise<unknown>
const rejected = Symbol('rejected')

function test(name: string, work: () => void | Promise<void>): PluginTest {
  return { name, run: async () => await work() }
}

function throwProblem(problem: string): never {
  throw new Error(problem)
}

function testSlot(plugin: Plugin, name: SlotName, call: Caller) {
  const { deadlineMs, maxHtml } = callLimits.slot
  const render = plugin.slots?.[name] as ((props: object, kit: Kit) => unknown) | undefined
  return test(`the slot ${name} returns HTML, also for hostile props`, async () => {
    for (const samples of [ordinarySlots, hostileSlots])
      checkHtml(await call(deadlineMs, (kit) => render?.(samples[name], kit)), maxHtml)
  })
}

function testPage(pages: readonly { path: string }[], plugin: Plugin, call: Caller) {
  const { deadlineMs, maxHtml, maxTitle } = callLimits.page
  const paths = [...pages.map(({ path }) => path), '/no-such-page']
  return test('its pages have a title and HTML, also for a hostile query', async () => {
    for (const path of paths) {
      const query = { q: hostileText, page: '-1' }
      const page = await call(deadlineMs, (kit) => plugin.page?.({ path, query }, kit))
      if (page === null || page === undefined || page === rejected) continue
      const { title, html } = page as { title: unknown; html: unknown }
      checkText(String(title), maxTitle)
      checkHtml(html, maxHtml)
    }
  })
}

function testFunction(plugin: Plugin, name: string, call: Caller) {
  return test(`the function ${name} returns JSON or rejects hostile input`, async () => {
    for (const input of hostileInputs) {
      const { deadlineMs } = callLimits.function
      const result = await call(deadlineMs, (kit) => plugin.functions?.[name]?.(input, kit))
      if (result !== rejected) checkJson(result)
    }
  })
}

function testEvent(plugin: Plugin, name: WebhookEvent, call: Caller) {
  type Code = (event: PluginEvent, kit: Kit) => Promise<void>
  const listen = plugin.events?.[name] as Code | undefined
  return test(`the event ${name} is handled, also with hostile texts`, async () => {
    for (const text of [ordinaryText, hostileText])
      await call(callLimits.event.deadlineMs, (kit) => listen?.(anEvent(name, text), kit))
  })
}

function testReview(plugin: Plugin, call: Caller) {
  return test('review returns a verdict, also for hostile content', async () => {
    for (const text of [ordinaryText, hostileText, '']) {
      const content = someContent(text)
      checkVerdict(await call(callLimits.review.deadlineMs, (kit) => plugin.review?.(content, kit)))
    }
  })
}

/** It may also throw, because there is no service in a test. */
function testCaptcha(plugin: Plugin, call: Caller) {
  return test('verifyCaptcha does not accept a code that was made up', async () => {
    for (const code of ['made up', hostileText]) {
      const solution = { code, action: 'password', ip: '192.0.2.1' }
      const result = await call(callLimits.verifyCaptcha.deadlineMs, async (kit) => {
        try {
          return await plugin.verifyCaptcha?.(solution, kit)
        } catch {
          return false
        }
      })
      if (result !== false && result !== rejected) throwProblem(`It returned ${String(result)}.`)
    }
  })
}

async function checkSettings(
  { settings }: { settings: Parameters<typeof defaultValueOf>[0][] },
  plugin: Plugin,
  call: Caller,
) {
  const fields = settings.filter(hasValue)
  const names = new Set(fields.map(({ name }) => name))
  const valuesOf = (text: string): PluginValues =>
    Object.fromEntries(
      fields.map((field) => {
        const value = defaultValueOf({ ...field, default: undefined })
        return [field.name, value === '' ? text : value]
      }),
    )
  const defaults = Object.fromEntries(fields.map((field) => [field.name, defaultValueOf(field)]))
  const { deadlineMs, maxMessage } = callLimits.checkSettings
  for (const values of [defaults, valuesOf(''), valuesOf(hostileText)]) {
    const problems = await call(deadlineMs, (kit) => plugin.checkSettings?.(values, kit))
    if (problems === rejected) continue
    for (const [name, message] of Object.entries(problems ?? {})) {
      if (!names.has(name)) throwProblem(`It returned a message for ${name}, which is no field.`)
      checkText(message, maxMessage)
    }
  }
}
