import { ApiError, type Client } from '@stoa/contract/client'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useToast, type ToastMessage } from '../ui/toast.tsx'
import { useApi } from './api.ts'
import { useLoginPrompt, type LoginPrompt } from './login-redirect.tsx'
import { toRejection } from './rejections.ts'
import { useTranslate } from './visit-context.tsx'

export type Outcome<Response> =
  | { ok: true; response: Response }
  /** With the message if the caller shows it. */
  | { ok: false; error?: string }

type OptimisticOptions<Change, Response, State> = {
  /** What is changed. Another id starts over. */
  id: string
  /** The loader data of `loaded`. A new object means that it was loaded again. */
  source: unknown
  loaded: State
  /** Newer data that came without a load, such as the score of a post. Another `source` means that it is new. */
  update?: { source: unknown; apply: (confirmed: State) => State }
  /** Applied twice it must change nothing: fresh loader data may include an unconfirmed change. */
  apply: (state: State, change: Change) => State
  confirm: (response: Response, change: Change) => State
}

type MutationOptions<Change, Response, State> = {
  send: (call: Client['call'], change: Change) => Promise<Response>
  /** Shows changes before they are confirmed. */
  optimistic?: OptimisticOptions<Change, Response, State>
  /** What visitors are asked to log in for. */
  loginPrompt?: (change: Change) => LoginPrompt
  /** While a change is being sent, a repeated one is ignored and another one waits. */
  isRepeat?: (previous: Change, next: Change) => boolean
  /** Whether the caller shows `error`: of a field, or of the whole input. Otherwise it is shown as a toast. */
  showsFieldError?: boolean
  successToast?: (change: Change) => ToastMessage
  /** Adds an undo button to the toast. */
  undo?: (change: Change) => void
  onSuccess?: (response: Response, change: Change) => void | Promise<void>
  /** Whether to load the data of the page again after success. */
  revalidates?: boolean
}

/** Returns the code, or null if the user closes the captcha. */
type AskForSolution = (captcha: ActionRecord) => Promise<string | null>

/** Shows a captcha that the browser cannot solve on its own. */
export const CaptchaPromptContext = createContext<AskForSolution>(() => {
  throw new Error('useMutation needs a CaptchaPromptProvider above it')
})

/**
 * Calls the API for an action in place, such as a vote. Asks visitors to log in, solves a captcha if required, sends
 * one call at a time, and rolls back a rejected change and says why.
 */
export function useMutation<Change = void, Response = unknown, State = undefined>(
  options: MutationOptions<Change, Response, State>,
) {
  const { send, optimistic, isRepeat = () => true, showsFieldError = false } = options
  const api = useApi()
  const askToLogIn = useLoginPrompt()
  const askForSolution = useContext(CaptchaPromptContext)
  const reportError = useErrorReport(showsFieldError)
  const finish = useFinish(options)
  const { state, show, confirm } = useOptimisticState(optimistic)
  const [{ running, error }, setStatus] = useState<Status>({ running: 0 })
  const queue = useRef<Entry<Change, Response>[]>([])
  const id = optimistic?.id ?? ''

  async function run(change: Change): Promise<Outcome<Response>> {
    if (askToLogIn(options.loginPrompt?.(change) ?? {})) return { ok: false }
    const previous = queue.current.findLast((entry) => entry.id === id)
    if (previous !== undefined && isRepeat(previous.change, change)) return { ok: false }
    setStatus((status) => ({ running: status.running + 1 }))
    const entry: Entry<Change, Response> = {
      id,
      change,
      outcome: (previous?.outcome ?? Promise.resolve()).then(() => sendEntry(entry)),
    }
    queue.current = [...queue.current, entry]
    show(queue.current)
    const outcome = await entry.outcome
    try {
      if (outcome.ok) await finish(outcome.response, change)
    } finally {
      const message = outcome.ok ? undefined : outcome.error
      setStatus((status) => ({ running: status.running - 1, error: message }))
    }
    return outcome
  }

  async function sendEntry(entry: Entry<Change, Response>): Promise<Outcome<Response>> {
    if (!queue.current.includes(entry)) return { ok: false }
    try {
      const response = await send(callWithCaptcha(api, askForSolution), entry.change)
      queue.current = queue.current.filter((other) => other !== entry)
      confirm(entry, response, queue.current)
      return { ok: true, response }
    } catch (thrown) {
      // What waits was decided on a state that did not come about.
      queue.current = queue.current.filter((other) => other.id !== entry.id)
      show(queue.current)
      return { ok: false, error: reportError(thrown) }
    }
  }

  return { state, run, error, isSending: running > 0 }
}

type Status = { running: number; error?: string | undefined }
/** A change that waits for its response. */
type Entry<Change, Response> = { id: string; change: Change; outcome: Promise<Outcome<Response>> }

/** The last state of the server, with the unconfirmed changes applied to it. */
function useOptimisticState<Change, Response, State>(
  options: OptimisticOptions<Change, Response, State> | undefined,
) {
  type Pending = Entry<Change, Response>
  const { id, source, update } = options ?? { id: '', source: undefined }
  const loaded = options?.loaded as State
  const [stored, setStored] = useState({
    id,
    source,
    updateSource: update?.source,
    confirmed: loaded,
    pending: [] as readonly Pending[],
  })
  const isFresh = stored.id === id && Object.is(stored.source, source)
  const isUpdated = stored.updateSource !== update?.source
  const latest = isFresh ? stored : { ...stored, id, source, confirmed: loaded }
  const current = isUpdated ? withUpdate(latest, update) : latest
  if (current !== stored) setStored(current)
  const changes = current.pending.filter((entry) => entry.id === id)
  const state =
    options === undefined
      ? current.confirmed
      : changes.reduce((shown, { change }) => options.apply(shown, change), current.confirmed)

  return {
    state,
    show(pending: readonly Pending[]) {
      setStored((previous) => ({ ...previous, pending }))
    },
    confirm(entry: Pending, response: Response, pending: readonly Pending[]) {
      setStored((previous) => {
        if (options === undefined || previous.id !== entry.id) return { ...previous, pending }
        return { ...previous, pending, confirmed: options.confirm(response, entry.change) }
      })
    },
  }
}

/** While a change is being sent, its response is newer. */
function withUpdate<State, Stored extends { confirmed: State; pending: readonly unknown[] }>(
  stored: Stored,
  update: OptimisticOptions<never, never, State>['update'],
): Stored {
  const isSending = stored.pending.length > 0
  const confirmed =
    isSending || update === undefined ? stored.confirmed : update.apply(stored.confirmed)
  return { ...stored, updateSource: update?.source, confirmed }
}

/** Shows an error, or returns its message if the caller shows it. */
function useErrorReport(showsFieldError: boolean) {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isMounted = useIsMounted()

  return (error: unknown): string | undefined => {
    const showError = (text: string) => toast({ text, tone: 'bad' })
    if (!(error instanceof ApiError)) {
      showError(t('network.unreachable'))
      return undefined
    }
    const { msg } = error.envelope
    const rejection = toRejection(error.envelope, pathname + search)
    const fieldError = rejection.type === 'fields' ? Object.values(rejection.fields)[0] : undefined
    const isAlert = rejection.type === 'message' && rejection.kind === 'alert'
    if (showsFieldError && (fieldError !== undefined || isAlert)) return fieldError ?? msg
    // A user who has left the page stays where they are.
    if (rejection.type === 'redirect' && isMounted.current) void navigate(rejection.path)
    else showError(fieldError ?? msg)
    return undefined
  }
}

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** What follows a success: the toast, the caller's part, fresh data. */
function useFinish<Change, Response, State>(options: MutationOptions<Change, Response, State>) {
  const { successToast, undo, onSuccess, revalidates = false } = options
  const t = useTranslate()
  const toast = useToast()
  const { state, revalidate } = useRevalidator()
  const isLoading = useRef(false)
  useEffect(() => {
    isLoading.current = state === 'loading'
  }, [state])

  return async (response: Response, change: Change) => {
    const action = undo && { label: t('delete.undo'), onSelect: () => undo(change) }
    if (successToast) toast({ ...successToast(change), ...(action && { action }) })
    await onSuccess?.(response, change)
    // Data that is being loaded may be older than the change.
    if (revalidates || isLoading.current) await revalidate()
  }
}

/** Retries a call with a solution if a captcha is required. Only the captcha of a plugin, which the user solves, may follow another. */
function callWithCaptcha(api: Client, askForSolution: AskForSolution): Client['call'] {
  return async (endpoint, input, options) => {
    let solution = {}
    let isLastAttempt = false
    for (;;) {
      try {
        return await api.call(endpoint, { ...input, ...solution }, options)
      } catch (error) {
        const { captcha: action } = endpoint
        if (isLastAttempt || action === null || !needsCaptcha(error)) throw error
        const record = await api.call(actionRecord, { action })
        const code = await findSolution(record, askForSolution, options?.signal)
        if (code === null) throw error
        solution = code === '' ? {} : { captcha_id: record.captcha_id, captcha_code: code }
        isLastAttempt = record.plugin === ''
      }
    }
  }
}

/** Empty if no captcha is needed any more, null if the user closed it. */
async function findSolution(
  captcha: ActionRecord,
  askForSolution: AskForSolution,
  signal = new AbortController().signal,
): Promise<string | null> {
  if (captcha.plugin !== '') return await askForSolution(captcha)
  if (captcha.challenge === null) return ''
  // Loaded on demand: few users ever need it.
  const { solve } = await import('./solve-captcha.ts')
  return await solve(captcha.challenge, signal)
}

function needsCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const rejection = toRejection(error.envelope, '')
  return rejection.type === 'fields' && 'captcha_code' in rejection.fields
}
