import type { EditorView } from '@codemirror/view'
import { CircleQuestionMark, Paperclip } from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Menu } from '../menu.tsx'
import { runCommand } from './codemirror.ts'
import type { EditorCommand, EditorOptions } from './extension.ts'
import { keyName, type DialogName, type Levels, type Tool } from './tools.tsx'
import type { EditorWords } from './words.ts'

type ToolbarProps = {
  words: EditorWords
  tools: (Tool | Levels)[][]
  options: EditorOptions
  view: EditorView
  dir: 'ltr' | 'rtl'
  onDialog: (name: DialogName) => void
  onFiles: (files: File[]) => void
  toolbarRef: React.Ref<HTMLDivElement>
}

/** One stop for the Tab key; arrows, Home and End move inside. */
export function Toolbar(props: ToolbarProps) {
  const { words, tools, options, view, dir, onDialog, onFiles, toolbarRef } = props
  const run = (command: EditorCommand) => {
    runCommand(view, command)
    view.focus()
  }
  const added = options.extensions?.flatMap(({ tools: more = [] }) => more) ?? []
  return (
    <Radix.Root
      ref={toolbarRef}
      dir={dir}
      aria-label={words('formatting')}
      className="editor-tools scroll-x flex min-w-0 flex-1 items-center gap-0.5 pointer-coarse:gap-1"
      // The text keeps its selection, and on a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
    >
      {tools.map((group, index) => (
        <Group key={index} first={index === 0}>
          {group
            .filter(hasButton)
            .map((tool) =>
              'levels' in tool ? (
                <LevelMenu key={tool.word} tool={tool} words={words} view={view} />
              ) : (
                <ToolButton
                  key={tool.word}
                  label={words(tool.word)}
                  keys={tool.keys}
                  icon={
                    <tool.icon className={tool.directional ? DIRECTIONAL : 'icon'} aria-hidden />
                  }
                  onClick={() => ('dialog' in tool ? onDialog(tool.dialog) : run(tool.command))}
                />
              ),
            )}
        </Group>
      ))}
      <Group>
        {options.upload && options.attachments !== undefined && (
          <AttachButton
            label={words('attachment')}
            accept={options.attachments}
            onFiles={onFiles}
          />
        )}
        {added.map((tool) => (
          <ToolButton
            key={tool.id}
            label={tool.label}
            keys={tool.keys}
            icon={tool.icon}
            onClick={() => run(tool.run)}
          />
        ))}
        <ToolButton
          label={words('help')}
          icon={<CircleQuestionMark className="icon" aria-hidden />}
          onClick={() => onDialog('help')}
        />
      </Group>
    </Radix.Root>
  )
}

const hasButton = (tool: Tool | Levels) => 'levels' in tool || tool.keysOnly !== true

const DIRECTIONAL = 'icon rtl:-scale-x-100'

function Group({ first = false, children }: { first?: boolean; children: ReactNode }) {
  return (
    <>
      {!first && <Radix.Separator className="mx-1 h-5 w-px flex-none bg-line-strong" />}
      {children}
    </>
  )
}

type ToolButtonProps = ComponentProps<'button'> & { label: string; icon: ReactNode; keys?: string }

function ToolButton({ label, icon, keys, ...rest }: ToolButtonProps) {
  return (
    <Radix.Button asChild>
      <IconButton
        label={label}
        icon={icon}
        title={keys === undefined ? label : `${label} (${keyName(keys)})`}
        size="sm"
        className="flex-none pointer-coarse:size-control [&_svg]:size-[1.0625rem]"
        {...rest}
      />
    </Radix.Button>
  )
}

type LevelMenuProps = { tool: Levels; words: EditorWords; view: EditorView }

function LevelMenu({ tool, words, view }: LevelMenuProps) {
  const hasChosen = useRef(false)
  return (
    <Menu
      trigger={
        <ToolButton
          label={words(tool.word)}
          icon={<tool.icon className="icon" aria-hidden />}
          // The menu gives the focus back to its button; after a choice the text should have it.
          onFocus={() => {
            if (hasChosen.current) view.focus()
            hasChosen.current = false
          }}
        />
      }
      items={tool.levels.map(({ label, keys, command }) => ({
        id: keys,
        label,
        hint: keyName(keys),
        onSelect: () => {
          hasChosen.current = true
          runCommand(view, command)
        },
      }))}
    />
  )
}

type AttachButtonProps = { label: string; accept: string; onFiles: (files: File[]) => void }

function AttachButton({ label, accept, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton
        label={label}
        icon={<Paperclip className="icon" aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
