import type { ActionRecord } from '@stoa/contract/features/captcha'
import { Check } from 'lucide-react'
import { type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FormProblem } from '../../kernel/form-problem.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useSolution } from './use-solution.ts'

/** What an action gives back when the next try must solve a puzzle. */
type Challenged = { problem: FormProblem; puzzle?: ActionRecord | null } | undefined

/** A form that was held up is sent again by itself this often in a row; then someone has to look at it. */
const mostResends = 3

/**
 * The challenge of a form. A running page solves it in the background and sends a form again that was held up for
 * it; without scripts there is a picture and a field for its letters.
 */
export function ChallengeField({ refused }: { refused: Challenged }) {
  const isRunning = useSyncExternalStore(neverChanges, inBrowser, onServer)
  const puzzle = refused?.puzzle ?? null
  const code = useSolution(isRunning && puzzle !== null ? puzzle.challenge : null)
  const isSolved = typeof code === 'string'
  const { ref, resends } = useResending(refused, isSolved || puzzle === null)
  const pictured = isRunning && code !== null ? null : puzzle
  return (
    <>
      <Status isShown={puzzle !== pictured} isSolved={isSolved} isSending={resends} />
      {pictured && <Picture puzzle={pictured} error={refused?.problem.fields['captcha_code']} />}
      <Answer ref={ref} id={puzzle?.captcha_id} code={code} />
    </>
  )
}

type AnswerProps = {
  ref: Ref<HTMLInputElement>
  id: string | undefined
  code: string | null | undefined
}

function Answer({ ref, id, code }: AnswerProps) {
  return (
    <>
      <input ref={ref} type="hidden" name="captcha_id" value={id ?? ''} />
      {code && <input type="hidden" name="captcha_code" value={code} />}
    </>
  )
}

/** Sends the form around a field again when it was held up and the answer is ready. */
function useResending(refused: Challenged, isReady: boolean) {
  const ref = useRef<HTMLInputElement>(null)
  const count = useRef(0)
  const isHeld = refused !== undefined && 'captcha_code' in refused.problem.fields
  // What came with the page has lost its passwords on the way: only its owner can send that again.
  const [first] = useState(refused)
  const resends = isHeld && refused !== first

  useEffect(() => {
    if (!isHeld) count.current = 0
    if (!resends || !isReady || count.current >= mostResends) return
    count.current += 1
    ref.current?.form?.requestSubmit()
  }, [refused, isHeld, resends, isReady])

  return { ref, resends }
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false

type StatusProps = { isShown: boolean; isSolved: boolean; isSending: boolean }

/** Always there, so that screen readers notice when it speaks. */
function Status({ isShown, isSolved, isSending }: StatusProps) {
  const t = useTranslate()
  const solved = isSending ? t('challenge.sending') : t('challenge.solved')
  return (
    <p role="status" className={isShown ? 'flex items-start gap-2 text-md text-ink-2' : 'sr-only'}>
      {isShown && (
        <>
          <span className="mt-[0.15em] text-lg text-accent-ink">
            {isSolved ? <Check className="icon" aria-hidden="true" /> : <Spinner />}
          </span>
          {isSolved ? solved : t('challenge.working')}
        </>
      )}
    </p>
  )
}

function Picture({ puzzle, error }: { puzzle: ActionRecord; error: string | undefined }) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <img
        src={puzzle.captcha_img}
        alt={t('challenge.picture')}
        width={240}
        height={80}
        className="rounded-sm border border-line-strong"
      />
      <Field
        label={t('challenge.letters')}
        hint={t('challenge.letters_hint')}
        error={error}
        id="captcha_code"
        required
      >
        <TextInput
          name="captcha_code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
    </div>
  )
}
