import { data } from 'react-router'
import type { FormProblem } from '../../kernel/form-problem.ts'
import { dropCopy } from './browser-store.ts'
import { findOpenDraft, savesSettled } from './under-way.ts'

/** The form stays as it is, whatever it shows. */
export type NotSent = { problem: FormProblem; values: {}; isNotSent: true }

/**
 * Sends the form of a running page. Only a post that worked ends the copy in this browser; when the site cannot be
 * reached, or fails, the form stays as it is and says so.
 */
export async function sendKeeping<Reply>(
  send: () => Promise<Reply>,
): Promise<Reply | ReturnType<typeof data<NotSent>>> {
  const draft = findOpenDraft()
  await savesSettled()
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) {
      if (draft !== null && leadsToQuestion(error)) dropCopy(draft.key)
      throw error
    }
    if (draft === null || isPage(error)) throw error
    const message = { kind: 'alert' as const, text: draft.notSent }
    // With a status that says so: nothing is loaded anew then, which would fail as well.
    return data(
      { problem: { fields: {}, message }, values: {}, isNotSent: true as const },
      { status: 503 },
    )
  }
}

/** Where a post leads that worked; someone whose session has ended is led to log in. */
function leadsToQuestion(response: Response): boolean {
  return /^\/questions\/\w/.test(response.headers.get('location') ?? '')
}

/** A refusal that has a page of its own, such as that of a post that is gone. */
function isPage(error: unknown): boolean {
  const status = error !== null && typeof error === 'object' && 'status' in error && error.status
  return typeof status === 'number' && status >= 400 && status < 500
}
