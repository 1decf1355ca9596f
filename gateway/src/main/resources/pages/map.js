'use strict';
// A live map on one canvas: restaurants, couriers that glide between their positions, and orders
// by state. It asks the public API only, as `ops` of the sandbox, for what is in view.

const STATES = {
  PENDING: ['placed', '#9a9a94'],
  PAYMENT_AUTHORIZING: ['placed', '#9a9a94'],
  AWAITING_RESTAURANT: ['awaiting restaurant', '#c98a00'],
  SUBSTITUTION_PROPOSED: ['substitution', '#c98a00'],
  ON_HOLD: ['on hold', '#b3261e'],
  PREPARING: ['preparing', '#d9642a'],
  DISPATCHING: ['looking for a courier', '#8a4fbe'],
  COURIER_ASSIGNED: ['courier coming', '#2c6fd1'],
  COURIER_EN_ROUTE: ['on the way', '#14855f'],
};
const COURIERS_MAX = 500;
const PLACE_PAGES_MAX = 4;
const BOARD_EVERY_MS = 2000;
const PLACES_EVERY_MS = 60000;
const TILE_DEGREES = 360 / 256;

const canvas = document.getElementById('map');
const context = canvas.getContext('2d');
const view = { lat: 48.2082, lon: 16.3738, zoom: 13 };
let token = null;
let places = [];
let orders = [];
let couriers = new Map();
let picked = null;

// Web Mercator in pixels of the present zoom.
const scale = () => 256 * 2 ** view.zoom / 360;
const mercator = lat => Math.log(Math.tan(Math.PI / 4 + lat * Math.PI / 360)) * 180 / Math.PI;
const unmercator = y => Math.atan(Math.exp(y * Math.PI / 180)) * 360 / Math.PI - 90;
const screen = p => [
  canvas.clientWidth / 2 + (p.lon - view.lon) * scale(),
  canvas.clientHeight / 2 - (mercator(p.lat) - mercator(view.lat)) * scale(),
];

async function ask(path, again = true) {
  if (!token) {
    const answer = await fetch('/sandbox/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sub: 'map', roles: ['ops'], ttl_s: 3600 }),
    });
    token = (await answer.json()).access_token;
  }
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 401 && again) {
    token = null;
    return ask(path, false);
  }
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail || `${answer.status}`);
  }
  return answer.json();
}

function radius() {
  const metres = 111195 * Math.cos(view.lat * Math.PI / 180);
  const half = Math.max(canvas.clientWidth, canvas.clientHeight) / 2;
  return Math.round(Math.min(20000, Math.max(500, half / scale() * metres)));
}

async function loadPlaces() {
  const found = [];
  let cursor = '';
  for (let page = 0; page < PLACE_PAGES_MAX; page++) {
    const answer = await ask(`/restaurants?geo=${view.lat},${view.lon}&radius_m=${radius()}&limit=100${cursor}`);
    found.push(...answer.items);
    if (!answer.next_cursor) break;
    cursor = `&cursor=${encodeURIComponent(answer.next_cursor)}`;
  }
  places = found;
}

async function loadBoard() {
  const board = await ask(`/track/board?geo=${view.lat},${view.lon}&radius_m=${radius()}&limit=${COURIERS_MAX}`);
  const now = performance.now();
  const next = new Map();
  for (const it of board.couriers) {
    const known = couriers.get(it.courier_id);
    next.set(it.courier_id, {
      from: known ? gliding(known, now) : it.location,
      to: it.location,
      at: now,
      stale: Date.now() - Date.parse(it.updated_at) > 120000,
    });
  }
  couriers = next;
  orders = board.orders;
}

// Couriers move on evenly until the next answer is due.
function gliding(courier, now) {
  const part = Math.min(1, (now - courier.at) / BOARD_EVERY_MS);
  return {
    lat: courier.from.lat + (courier.to.lat - courier.from.lat) * part,
    lon: courier.from.lon + (courier.to.lon - courier.from.lon) * part,
  };
}

function dot(p, size, colour) {
  const [x, y] = screen(p);
  if (x < -size || y < -size || x > canvas.clientWidth + size || y > canvas.clientHeight + size) return;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, size, 0, 7);
  context.fill();
}

function line(from, to, colour, dash) {
  context.strokeStyle = colour;
  context.setLineDash(dash);
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(...screen(from));
  context.lineTo(...screen(to));
  context.stroke();
  context.setLineDash([]);
}

function grid() {
  const step = TILE_DEGREES / 2 ** Math.max(0, Math.round(view.zoom) - 7);
  context.strokeStyle = '#e4e2da';
  context.lineWidth = 1;
  context.beginPath();
  for (let i = -40; i <= 40; i++) {
    const [x] = screen({ lat: view.lat, lon: (Math.floor(view.lon / step) + i) * step });
    const [, y] = screen({ lat: (Math.floor(view.lat / step) + i) * step, lon: view.lon });
    context.moveTo(x, 0);
    context.lineTo(x, canvas.clientHeight);
    context.moveTo(0, y);
    context.lineTo(canvas.clientWidth, y);
  }
  context.stroke();
}

function draw(now) {
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== canvas.clientWidth * ratio || canvas.height !== canvas.clientHeight * ratio) {
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  grid();
  for (const it of places) dot(it.location, 2, it.status === 'open' ? '#7d8f69' : '#c9c6bb');
  for (const it of orders) {
    const [, colour] = STATES[it.status] || ['', '#777'];
    const courier = couriers.get(it.courier_id);
    const at = courier ? gliding(courier, now) : it.pickup;
    if (courier && it.status === 'COURIER_ASSIGNED') line(at, it.pickup, colour, []);
    line(it.status === 'COURIER_EN_ROUTE' ? at : it.pickup, it.dropoff, colour + '88', [3, 5]);
    dot(it.pickup, 4, colour);
    dot(it.dropoff, picked === it.order_id ? 6 : 3, colour);
  }
  for (const it of couriers.values()) {
    const at = gliding(it, now);
    dot(at, 5, '#fff');
    dot(at, 4, it.stale ? '#aaa' : '#1b1b1b');
  }
}

function tally() {
  const counts = new Map();
  for (const it of orders) {
    const [name, colour] = STATES[it.status] || [it.status.toLowerCase(), '#777'];
    counts.set(name, [(counts.get(name) || [0])[0] + 1, colour]);
  }
  const rows = [['restaurants', places.length, '#7d8f69'], ['couriers', couriers.size, '#1b1b1b']];
  counts.forEach(([count, colour], name) => rows.push([name, count, colour]));
  document.getElementById('counts').replaceChildren(...rows.map(([name, count, colour]) => {
    const row = document.createElement('tr');
    const mark = document.createElement('span');
    mark.className = 'dot';
    mark.style.background = colour;
    const label = document.createElement('td');
    label.append(mark, name);
    const number = document.createElement('td');
    number.textContent = count;
    row.append(label, number);
    return row;
  }));
  const order = orders.find(it => it.order_id === picked);
  if (order) {
    document.getElementById('pick').textContent =
      `${order.order_id}: ${(STATES[order.status] || [order.status])[0]}` +
      (order.courier_id ? `, courier ${order.courier_id}` : '');
  }
}

function say(text) {
  document.getElementById('note').textContent = text;
}

async function every(ms, work) {
  for (;;) {
    if (!document.hidden) {
      try {
        await work();
        say('');
      } catch (e) {
        say(e.message);
      }
      tally();
    }
    await new Promise(done => setTimeout(done, ms));
  }
}

function frame(now) {
  draw(now);
  requestAnimationFrame(frame);
}

let drag = null;
canvas.addEventListener('pointerdown', e => {
  drag = { x: e.clientX, y: e.clientY, moved: false };
  canvas.setPointerCapture(e.pointerId);
});
canvas.addEventListener('pointermove', e => {
  if (!drag) return;
  const dx = e.clientX - drag.x;
  const dy = e.clientY - drag.y;
  if (Math.abs(dx) + Math.abs(dy) > 3) drag.moved = true;
  view.lon -= dx / scale();
  view.lat = unmercator(mercator(view.lat) + dy / scale());
  drag.x = e.clientX;
  drag.y = e.clientY;
});
canvas.addEventListener('pointerup', e => {
  if (drag && !drag.moved) pick(e.clientX, e.clientY);
  else loadPlaces().catch(error => say(error.message));
  drag = null;
});
canvas.addEventListener('wheel', e => {
  e.preventDefault();
  view.zoom = Math.min(18, Math.max(9, view.zoom - Math.sign(e.deltaY) * 0.25));
}, { passive: false });

function pick(x, y) {
  let best = 15;
  picked = null;
  for (const it of orders) {
    for (const p of [it.pickup, it.dropoff]) {
      const [px, py] = screen(p);
      const distance = Math.hypot(px - x, py - y);
      if (distance < best) {
        best = distance;
        picked = it.order_id;
      }
    }
  }
  tally();
}

requestAnimationFrame(frame);
every(BOARD_EVERY_MS, loadBoard);
every(PLACES_EVERY_MS, loadPlaces);
