/** What the keys do, by where they do it. */
import { m } from "~/contract/messages";
import { Dialog } from "./dialog";

export default function KeyList({ onClose }: { onClose(): void }) {
  const groups: [title: string, keys: [key: string, does: string][]][] = [
    [
      m.keys_everywhere(),
      [
        ["Ctrl K", m.keys_search()],
        ["?", m.keys_list()],
        ["Esc", m.keys_close()],
        ["← →", m.keys_tabs()],
        ["Delete", m.keys_tab_close()],
        ["Alt ↓", m.keys_calendar()],
      ],
    ],
    [
      m.keys_counter(),
      [
        ["↑ ↓", m.keys_counter_rows()],
        ["F1 – F5", m.keys_counter_payment()],
        ["Enter", m.keys_counter_enter()],
        ["Ctrl Enter", m.keys_counter_sell()],
        ["F8", m.keys_counter_hold()],
        ["F9", m.keys_counter_another()],
      ],
    ],
    [
      m.keys_cards(),
      [
        ["Enter", m.keys_cards_find()],
        ["Tab", m.keys_cards_steps()],
      ],
    ],
    [
      m.keys_seats(),
      [
        ["← ↑ → ↓", m.keys_seats_move()],
        ["Home End", m.keys_seats_ends()],
        [m.keys_space(), m.keys_seats_choose()],
        ["+ −", m.keys_seats_zoom()],
      ],
    ],
    [
      m.keys_plan(),
      [
        ["Shift ←↑→↓", m.keys_plan_more()],
        ["Ctrl A", m.keys_plan_all()],
        ["Ctrl Z", m.keys_plan_undo()],
        ["Esc", m.keys_plan_none()],
      ],
    ],
    [
      m.keys_lists(),
      [
        ["/", m.keys_lists_filter()],
        ["↑ ↓", m.keys_lists_rows()],
        ["Enter", m.keys_lists_open()],
        [m.keys_space(), m.keys_lists_tick()],
      ],
    ],
    [
      m.keys_lines(),
      [
        ["Enter", m.keys_lines_next()],
        ["Alt ↑ ↓", m.keys_lines_move()],
        ["Ctrl Delete", m.keys_lines_remove()],
      ],
    ],
  ];
  return (
    <Dialog title={m.keys_title()} open onClose={onClose}>
      {groups.map(([title, keys]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className="key-list">
            {keys.map(([key, does]) => (
              <div key={key + does}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <form method="dialog" className="actions">
        <button className="button" type="submit">
          {m.keys_done()}
        </button>
      </form>
    </Dialog>
  );
}
