import type { Translate } from '@stoa/locales/translate'
import { renderToStaticMarkup } from 'react-dom/server'

type Letter = {
  site: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  note?: string
}

const colours = { ink: '#101726', quiet: '#5d6573', line: '#dfe2e8', accent: '#0033ff' }

/** One letter in both forms: HTML for most readers, plain text for the rest. */
export function renderMail(t: Translate, letter: Letter) {
  const html = `<!doctype html>${renderToStaticMarkup(<LetterHtml t={t} letter={letter} />)}`
  return { subject: oneLine(letter.subject), text: toText(letter), html }
}

function LetterHtml({ t, letter }: { t: Translate; letter: Letter }) {
  const { action, note, paragraphs, site } = letter
  return (
    <html lang={t.tag} dir={t.dir}>
      <body style={{ margin: 0, background: '#ffffff', color: colours.ink }}>
        <div
          style={{
            maxWidth: 520,
            margin: '0 auto',
            padding: '32px 24px',
            font: '16px/1.6 sans-serif',
          }}
        >
          <p
            style={{
              font: '600 20px Georgia, serif',
              borderTop: `2px solid ${colours.ink}`,
              paddingTop: 16,
            }}
          >
            {site}
          </p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {action && (
            <p style={{ margin: '28px 0' }}>
              <a
                href={action.url}
                style={{
                  background: colours.accent,
                  color: '#ffffff',
                  padding: '12px 20px',
                  borderRadius: 6,
                  textDecoration: 'none',
                }}
              >
                {action.label}
              </a>
            </p>
          )}
          {action && (
            <p style={{ fontSize: 13, color: colours.quiet, wordBreak: 'break-all' }}>
              {action.url}
            </p>
          )}
          {note && (
            <p
              style={{
                fontSize: 13,
                color: colours.quiet,
                borderTop: `1px solid ${colours.line}`,
                paddingTop: 16,
              }}
            >
              {note}
            </p>
          )}
        </div>
      </body>
    </html>
  )
}

function toText({ action, note, paragraphs, site }: Letter) {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`]
  return [site, ...paragraphs, ...link, ...(note === undefined ? [] : [note])].join('\n\n')
}

/** A subject is a header: a line break in it would start another one. */
function oneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
