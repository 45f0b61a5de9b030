/**
 * The notebook's side of the widget (anywidget's front-end module): a frame with the page, and the messages of docs/embedding.md, which
 * the page sends to this notebook's origin alone.
 */
const withParent = link => `${link}${link.includes('?') ? '&' : '?'}parent=${encodeURIComponent(location.origin)}`;

/** The link of an address that a message names. */
function linkOf(address) {
  const [path, words = ''] = address.split('?');
  const fields = new URLSearchParams(words);
  fields.delete('parent');
  return fields.size === 0 ? `#${path}` : `#${path}?${fields}`;
}

function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.title = 'Lanescape';
  frame.style.cssText = 'width:100%;border:0;display:block';
  const resize = () => {
    frame.style.height = `${model.get('height')}px`;
  };
  /** What the page shows, so that its own words do not come back to it. */
  let shown = model.get('link');
  const move = () => {
    if (model.get('link') === shown) return;
    shown = model.get('link');
    // Not by `src`: that would leave an entry in the notebook's history.
    frame.contentWindow?.location.replace(new URL(model.get('address') + withParent(shown), location.href));
  };
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.type !== 'lanescape' || data.address === undefined) return;
    // A page that has not followed a change yet speaks of what was.
    if (model.get('link') !== shown) return;
    shown = linkOf(data.address);
    model.set('link', shown);
    model.set('answer', data.event === 'pictures' ? { said: data.said, variants: data.variants } : null);
    model.save_changes();
  };
  resize();
  frame.src = model.get('address') + withParent(shown);
  addEventListener('message', hear);
  model.on('change:height', resize);
  model.on('change:link', move);
  el.append(frame);
  return () => {
    removeEventListener('message', hear);
    model.off('change:height', resize);
    model.off('change:link', move);
  };
}

export default { render };
