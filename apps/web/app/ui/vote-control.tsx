import { ArrowDown, ArrowUp, Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Count } from './count.tsx'
import type { useRequirement } from './requirement.tsx'

type Direction = 'up' | 'down'
type Requirement = ReturnType<typeof useRequirement>

type VoteControlProps = {
  label: string
  upLabel: string
  downLabel: string
  /** The score as displayed; `scoreLabel` is for screen readers. */
  score: string
  scoreLabel: string
  ownVote: Direction | null
  onVote?: (direction: Direction) => void
  /** Extra props for the buttons, for example where they lead without scripts. */
  button?: ComponentProps<'button'>
  disabled?: boolean
  /** What a vote requires and the user lacks. */
  requirements?: Record<Direction, Requirement | null>
  /** Below the votes. */
  children?: ReactNode
}

const voteRing =
  'grid size-[max(2.25rem,var(--target))] flex-none place-items-center rounded-full border text-lg transition-colors'

/** A column beside the text on wide screens, a row below it on narrow ones. */
export function VoteControl(props: VoteControlProps) {
  const { label, upLabel, downLabel, score, scoreLabel, ownVote, children } = props
  const renderArrow = (direction: Direction, text: string) => {
    const Icon = direction === 'up' ? ArrowUp : ArrowDown
    return (
      <button
        type="button"
        {...props.button}
        disabled={props.disabled}
        aria-label={text}
        title={text}
        aria-pressed={ownVote === direction}
        onClick={(event) => {
          if (!props.onVote) return
          event.preventDefault()
          props.onVote(direction)
        }}
        {...props.requirements?.[direction]?.buttonProps}
        className={classNames(
          voteRing,
          'focus-visible:rounded-full aria-disabled:cursor-not-allowed',
          'disabled:cursor-not-allowed disabled:border-line disabled:text-line-control',
          ownVote === direction
            ? 'border-control bg-control text-on-control'
            : props.requirements?.[direction]?.explanation
              ? 'border-line text-ink-3'
              : 'border-line-strong text-ink-2 enabled:hover:border-accent-ink enabled:hover:text-accent-ink',
        )}
      >
        <Icon className="icon" aria-hidden="true" />
      </button>
    )
  }
  return (
    <div
      role="group"
      aria-label={label}
      className="vote flex items-center gap-2 text-ink-2 md:w-9 md:flex-col md:gap-0"
    >
      {renderArrow('up', upLabel)}
      {props.requirements?.up?.explanation}
      <span
        key={score}
        aria-hidden="true"
        dir="ltr"
        className="numeral min-w-10 animate-rise text-center font-numeral text-xl leading-9 font-semibold text-ink"
      >
        {score}
      </span>
      {/* Without a key: screen readers announce only changes within an element that stays. */}
      <span className="sr-only" role="status">
        {scoreLabel}
      </span>
      {renderArrow('down', downLabel)}
      {props.requirements?.down?.explanation}
      {children && (
        <div className="flex items-center max-md:ms-auto md:mt-2 md:flex-col">{children}</div>
      )}
    </div>
  )
}

type UpVoteProps = Omit<ComponentProps<'button'>, 'className'> & {
  /** The score as displayed; empty for zero. `scoreLabel` is for screen readers. */
  score: string
  scoreLabel: string
  label: string
  pressed: boolean
  requirement?: Requirement | null
}

/** For comments, which can only be voted up. */
export function UpVote(props: UpVoteProps) {
  const { score, scoreLabel, label, pressed, requirement, ...rest } = props
  const scoreId = useId()
  return (
    <>
      <button
        type="button"
        {...rest}
        title={label}
        aria-pressed={pressed}
        {...requirement?.buttonProps}
        aria-describedby={classNames(scoreId, requirement?.describedBy)}
        className="hit inline-flex h-6 min-w-10 items-center justify-end gap-1 rounded-sm text-sm text-ink-3 hover:text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-pressed:font-semibold aria-pressed:text-accent-ink"
      >
        <span className="sr-only">{label}</span>
        {score !== '' && (
          <span aria-hidden="true">
            <Count text={score} />
          </span>
        )}
        <span id={scoreId} hidden>
          {scoreLabel}
        </span>
        <ArrowUp className="icon text-md" aria-hidden="true" />
      </button>
      {requirement?.explanation}
    </>
  )
}

type AcceptControlProps = {
  label: string
  /** Beside the ring, to explain it. */
  word?: string | undefined
  pressed: boolean
  onToggle: () => void
}

/** Below the votes, with the same ring. */
export function AcceptControl({ label, word, pressed, onToggle }: AcceptControlProps) {
  return (
    <button
      type="button"
      data-needs-script=""
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onToggle}
      className="group flex items-center gap-x-2 gap-y-0.5 rounded-md text-sm text-ink-2 hover:text-ok max-md:flex-row-reverse md:flex-col md:text-xs"
    >
      <span
        className={classNames(
          voteRing,
          pressed
            ? 'border-ok bg-ok text-paper'
            : 'border-line-strong group-hover:border-ok group-hover:text-ok',
        )}
      >
        <Check className="icon stroke-[2.5]" aria-hidden="true" />
      </span>
      {word !== undefined && <span className="whitespace-nowrap">{word}</span>}
    </button>
  )
}
