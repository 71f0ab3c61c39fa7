import { makePhotograph, type Photograph } from '../files/images.ts';

const [WIDTH, HEIGHT] = [1_200, 800];

type Tones = { wall: string; shade: string; trim: string; sky: string };

/** Colours of the design palette (`apps/web/src/theme/colors.ts`). */
const PETROL: Tones = { wall: '#badfe7', shade: '#91c9d4', trim: '#0b4c57', sky: '#dbeff4' };
const TELHA: Tones = { wall: '#fbd0bd', shade: '#f3b397', trim: '#773e23', sky: '#fef4f0' };
const SAND: Tones = { wall: '#f4f4f1', shade: '#dad9d5', trim: '#54534c', sky: '#e0ecfc' };
const MOSS: Tones = { wall: '#d8ead9', shade: '#b3d3b6', trim: '#1b6d41', sky: '#eef6fb' };
const BRICK: Tones = { wall: '#e5946f', shade: '#d0774e', trim: '#54331f', sky: '#e8f1f8' };
const CREAM: Tones = { wall: '#ffebce', shade: '#f1d5a4', trim: '#0f606d', sky: '#e0ecfc' };
const LEAF = ['#3ca368', '#258651', '#1b6d41'] as const;
const [GLASS, GLASS_LIT, WOOD, WOOD_DARK, PAVEMENT] = ['#66aebd', '#ffebce', '#d0774e', '#934d2c', '#bfbeb9'];

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const dot = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
const shape = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`;
const line = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
const row = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

const outside = ({ sky }: Tones, ...parts: (string | false)[]) =>
  [
    box(0, 0, WIDTH, HEIGHT, sky),
    dot(1_010, 150, 62, '#ffebce'),
    hills(560),
    box(0, 640, WIDTH, 160, PAVEMENT),
    ...parts.filter((part) => part !== false),
  ].join('');
const hills = (y: number) =>
  `<path d="M0 ${y} Q 220 ${y - 150} 470 ${y - 30} T 860 ${y - 60} T 1200 ${y - 40} V ${HEIGHT} H 0 Z" fill="#91d7a9"/>`;
const tree = (x: number, y: number, size: number) =>
  box(x - size / 10, y - size, size / 5, size, WOOD_DARK) +
  dot(x, y - size * 1.35, size * 0.62, LEAF[1]) +
  dot(x - size * 0.42, y - size, size * 0.42, LEAF[0]) +
  dot(x + size * 0.42, y - size * 0.98, size * 0.4, LEAF[2]);

/**
 * @param floors 3 to 6
 * @param columns of windows, 2 to 4; both set the building's size.
 */
const building = (tones: Tones, floors = 6, columns = 3) => {
  const width = columns * 150 + 50;
  const left = 600 - width / 2;
  const top = 90 + (6 - floors) * 86;
  const door = Math.floor(columns / 2);
  const flat = (floor: number, column: number) => {
    const [x, y] = [left + 40 + column * 150, top + 40 + floor * 86];
    const pane = (floor * 5 + column * 3) % 7 === 0 ? GLASS_LIT : GLASS;
    return box(x, y, 110, 50, pane, 4) + box(x - 8, y + 40, 126, 26, tones.trim, 3) + box(x + 53, y, 4, 40, tones.wall);
  };
  return outside(
    tones,
    tree(210, 660, 110),
    box(left, top, width, 650 - top, tones.wall, 6),
    box(left + width - 70, top, 70, 650 - top, tones.shade),
    box(left - 20, top - 20, width + 40, 28, tones.trim, 4),
    row(floors, (floor) => row(columns, (at) => (floor === floors - 1 && at === door ? '' : flat(floor, at)))),
    box(left + 30 + door * 150, 550, 140, 100, tones.trim, 4),
    box(left + 46 + door * 150, 566, 52, 84, GLASS),
    box(left + 102 + door * 150, 566, 52, 84, GLASS),
    tree(1_040, 670, 90 + floors * 7),
  );
};

type HouseKind = 'gabled' | 'flat roof' | 'two floors';

const house = (tones: Tones, kind: HouseKind = 'gabled') =>
  outside(
    tones,
    tree(180, 660, 140),
    kind === 'two floors' &&
      box(300, 200, 400, 190, tones.wall) +
        shape('260,210 500,90 740,210', tones.trim) +
        row(2, (at) => box(350 + at * 170, 250, 110, 90, at ? GLASS_LIT : GLASS, 4)) +
        box(690, 360, 250, 30, tones.trim, 4),
    box(300, 380, 600, 270, tones.wall),
    box(700, 380, 200, 270, tones.shade),
    kind === 'gabled' && shape('250,390 600,180 950,390', tones.trim) + box(760, 200, 50, 120, WOOD_DARK),
    kind === 'flat roof' &&
      box(260, 340, 680, 44, tones.trim, 4) +
        box(300, 300, 240, 44, tones.shade) +
        line('M540 330 H 900', '#94928d', 8),
    box(360, 450, 130, 100, GLASS, 4) + box(423, 450, 5, 100, tones.wall) + box(360, 498, 130, 5, tones.wall),
    box(560, 450, 96, 200, WOOD, 4) + dot(640, 556, 6, GLASS_LIT),
    box(730, 470, 140, 180, tones.trim, 4) + row(5, (at) => box(738, 482 + at * 33, 124, 24, tones.shade, 2)),
    row(9, (at) => box(40 + at * 28, 600, 14, 60, '#ffffff', 3)) + box(30, 615, 260, 10, '#ffffff'),
    dot(980, 640, 40, LEAF[0]) + dot(1_040, 636, 52, LEAF[1]),
  );

/** @param doors rolling doors beside the window. */
const shop = (tones: Tones, doors: 1 | 2 = 1) =>
  outside(
    tones,
    box(180, 180, 840, 470, tones.wall, 4),
    box(160, 150, 880, 44, tones.trim, 4),
    row(5, (at) => box(230 + at * 152, 220, 100, 78, at % 3 === 0 ? GLASS_LIT : GLASS, 3)),
    box(220, 360, 470, 290, GLASS, 4) + box(452, 360, 6, 290, tones.wall),
    box(740, 390, 130, 260, WOOD_DARK, 4) + box(758, 408, 94, 150, GLASS, 3),
    row(10, (at) =>
      shape(
        `${190 + at * 82},330 ${272 + at * 82},330 ${262 + at * 82},396 ${180 + at * 82},396`,
        at % 2 ? '#ffffff' : tones.trim,
      ),
    ),
    doors === 1
      ? box(910, 420, 80, 230, tones.shade)
      : box(890, 400, 120, 250, tones.trim, 4) + row(7, (at) => box(898, 410 + at * 33, 104, 26, tones.shade, 2)),
    tree(1_100, 660, 90),
  );

const inside = ({ wall, shade }: Tones, ...parts: string[]) =>
  [
    box(0, 0, WIDTH, HEIGHT, wall),
    box(0, 0, WIDTH, 60, shade),
    box(0, 600, WIDTH, 200, '#e5946f'),
    row(7, (at) => box(0, 625 + at * 28, WIDTH, 3, '#d0774e')),
    ...parts,
  ].join('');
const view = (x: number, y: number, width: number, height: number) =>
  box(x - 14, y - 14, width + 28, height + 28, '#ffffff', 4) +
  box(x, y, width, height, '#dbeff4') +
  `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 380 1200 420" preserveAspectRatio="xMidYMin slice">${hills(560)}</svg>` +
  box(x + width / 2 - 5, y, 10, height, '#ffffff');
const plant = (x: number, y: number) =>
  row(5, (at) =>
    line(
      `M${x} ${y} Q ${x - 60 + at * 30} ${y - 90} ${x - 90 + at * 45} ${y - 130 - (at % 2) * 40}`,
      LEAF[at % 3] ?? LEAF[0],
      22,
    ),
  ) + shape(`${x - 44},${y} ${x + 44},${y} ${x + 32},${y + 80} ${x - 32},${y + 80}`, WOOD_DARK);

const livingRoom = (tones: Tones) =>
  inside(
    tones,
    view(130, 150, 380, 260),
    box(660, 170, 180, 130, '#ffffff', 3) + shape('680,280 740,200 800,280', tones.trim) + dot(800, 210, 14, WOOD),
    box(300, 690, 640, 60, tones.shade, 30),
    box(560, 420, 480, 170, tones.trim, 26) +
      box(530, 480, 90, 150, tones.trim, 26) +
      box(980, 480, 90, 150, tones.trim, 26),
    box(620, 500, 170, 110, tones.shade, 18) + box(800, 500, 170, 110, tones.shade, 18),
    box(380, 610, 240, 22, WOOD_DARK, 8) + box(400, 632, 16, 60, WOOD_DARK) + box(584, 632, 16, 60, WOOD_DARK),
    plant(1_120, 560),
  );

const bedroom = (tones: Tones) =>
  inside(
    tones,
    view(740, 150, 330, 240),
    box(170, 330, 500, 180, WOOD_DARK, 16),
    box(150, 470, 540, 170, '#ffffff', 18) + box(150, 540, 540, 110, tones.trim, 14),
    box(190, 430, 200, 80, tones.shade, 22) + box(440, 430, 200, 80, tones.shade, 22),
    box(720, 520, 110, 120, WOOD, 6) + box(736, 570, 78, 6, WOOD_DARK),
    box(770, 440, 10, 80, WOOD_DARK) + shape('735,445 815,445 795,385 755,385', GLASS_LIT),
    plant(1_080, 560),
  );

const kitchen = (tones: Tones) =>
  inside(
    tones,
    row(6, (at) =>
      row(3, (level) => box(232 + at * 120, 290 + level * 42, 112, 34, level % 2 ? tones.sky : '#ffffff', 3)),
    ),
    row(
      4,
      (at) => box(230 + at * 185, 110, 170, 150, tones.trim, 5) + box(385 + at * 185 - 12, 170, 6, 40, GLASS_LIT, 3),
    ),
    box(210, 430, 780, 24, '#54534c', 4) +
      row(4, (at) => box(220 + at * 192, 460, 184, 190, at === 1 ? '#dad9d5' : tones.shade, 4)),
    box(430, 500, 140, 110, '#373530', 6) + row(4, (at) => dot(440 + at * 38, 478, 9, '#373530')),
    box(640, 400, 12, 34, '#94928d') + line('M646 400 Q 646 360 690 366', '#94928d', 10),
    box(40, 150, 150, 500, '#e8e8e5', 12) + box(40, 330, 150, 6, '#bfbeb9') + box(60, 260, 8, 50, '#6d6c66', 4),
    plant(1_090, 560),
  );

const bathroom = (tones: Tones) =>
  inside(
    tones,
    row(12, (at) =>
      row(8, (level) => box(4 + at * 100, 64 + level * 67, 94, 61, (at + level) % 5 ? '#ffffff' : tones.sky, 3)),
    ),
    box(140, 180, 220, 220, GLASS, 110) + box(154, 194, 192, 192, '#dbeff4', 96),
    box(100, 470, 300, 40, '#ffffff', 8) +
      box(120, 510, 260, 130, tones.trim, 6) +
      line('M250 470 V 430 Q 250 412 280 418', '#94928d', 12),
    box(520, 420, 110, 130, '#dad9d5', 14) +
      box(500, 530, 150, 60, '#e8e8e5', 26) +
      box(540, 590, 70, 50, '#dad9d5', 10),
    `<rect x="760" y="120" width="360" height="520" rx="6" fill="#91c9d4" opacity="0.45"/>` +
      box(756, 120, 8, 520, '#94928d'),
    line('M1010 120 V 200', '#94928d', 10) + shape('960,200 1060,200 1040,220 980,220', '#6d6c66'),
    row(5, (at) => line(`M${975 + at * 18} 240 v 60`, '#66aebd', 5)),
  );

const balcony = (tones: Tones) =>
  [
    box(0, 0, WIDTH, HEIGHT, tones.sky),
    dot(880, 190, 70, '#ffebce'),
    hills(470),
    row(9, (at) => box(60 + at * 130, 400 - ((at * 37) % 90), 70, 260, at % 2 ? '#dad9d5' : '#bfbeb9', 3)),
    box(0, 560, WIDTH, 240, '#e5946f') +
      box(0, 520, WIDTH, 14, tones.trim) +
      row(24, (at) => box(10 + at * 50, 530, 8, 90, tones.trim)),
    box(0, 0, WIDTH, 60, tones.wall) + box(0, 0, 60, HEIGHT, tones.wall),
    box(330, 610, 150, 24, WOOD_DARK, 8) +
      box(350, 634, 14, 90, WOOD_DARK) +
      box(446, 634, 14, 90, WOOD_DARK) +
      box(330, 520, 20, 110, WOOD_DARK, 8),
    box(560, 600, 170, 18, WOOD, 9) + box(638, 618, 14, 110, WOOD_DARK),
    plant(960, 640) + plant(1_100, 640),
  ].join('');

const floorPlan = ({ trim, sky, shade }: Tones) => {
  const wall = (path: string) => line(path, trim, 14);
  const door = (x: number, y: number) =>
    `<path d="M${x} ${y} h 70 a 70 70 0 0 1 -70 70 z" fill="#ffffff" stroke="${shade}" stroke-width="4"/>`;
  return [
    box(0, 0, WIDTH, HEIGHT, '#ffffff'),
    box(150, 100, 460, 330, sky) +
      box(610, 100, 440, 220, '#fef4f0') +
      box(610, 320, 220, 380, '#f4f4f1') +
      box(830, 320, 220, 380, '#f0faf3') +
      box(150, 430, 460, 270, '#fff7eb'),
    wall('M150 100 H 1050 V 700 H 150 Z') +
      wall('M610 100 V 330 M610 420 V 700') +
      wall('M150 430 H 470 M560 430 H 610') +
      wall('M610 320 H 740 M830 320 H 1050 M830 320 V 700'),
    door(470, 436) + door(740, 326) + door(617, 340),
    box(190, 150, 200, 80, shade, 14) + box(190, 260, 80, 80, shade, 14) + box(450, 190, 100, 130, shade, 40),
    box(700, 140, 130, 110, shade, 10) + box(870, 140, 130, 30, shade, 6),
    box(640, 580, 90, 90, shade, 12) + box(760, 420, 40, 120, shade, 8) + box(880, 380, 130, 160, shade, 10),
    box(180, 640, 380, 36, shade, 6) + dot(240, 540, 44, shade) + dot(400, 540, 44, shade),
  ].join('');
};

const drawn = async (scene: string): Promise<Photograph> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" viewBox="0 0 ${WIDTH} ${HEIGHT}">${scene}</svg>`;
  const { default: sharp } = await import('sharp');
  // About fifty are drawn before an agency is filled. Flat colours need little space even at low compression.
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  const photograph = await makePhotograph(png, { mozjpeg: false });
  if (!photograph) throw new Error('a drawing of the demonstration could not be made');
  return photograph;
};

type Named = { name: string; picture: Photograph };

/** Draws one picture at a time. Together with those of another server or uploads, more would overflow the queue. */
async function named(...scenes: [name: string, scene: string][]): Promise<Named[]> {
  const pictures: Named[] = [];
  for (const [name, scene] of scenes) pictures.push({ name: `${name}.jpg`, picture: await drawn(scene) });
  return pictures;
}

/**
 * Fronts by kind of property, and homes, whose rooms share one set of colours. Each is drawn once; a listing combines a
 * front and a home, so that neighbours in a list differ.
 */
export async function drawPhotographs() {
  const [flats, houses, shops, homes] = await Promise.all([
    named(
      ['Fachada', building(PETROL)],
      ['Fachada', building(TELHA, 4)],
      ['Fachada', building(SAND, 5, 4)],
      ['Fachada', building(MOSS, 3, 3)],
      ['Fachada', building(BRICK, 6, 2)],
      ['Fachada', building(CREAM, 4, 4)],
      ['Fachada', building(PETROL, 5, 2)],
    ),
    named(
      ['Fachada', house(TELHA)],
      ['Fachada', house(SAND, 'two floors')],
      ['Fachada', house(PETROL, 'flat roof')],
      ['Fachada', house(CREAM)],
      ['Fachada', house(MOSS, 'two floors')],
      ['Fachada', house(BRICK, 'flat roof')],
    ),
    named(['Fachada', shop(TELHA)], ['Fachada', shop(PETROL, 2)], ['Fachada', shop(MOSS)], ['Fachada', shop(SAND, 2)]),
    Promise.all([SAND, PETROL, TELHA, MOSS, CREAM].map((tones) => named(...roomsIn(tones)))),
  ]);
  return { flat: flats, house: houses, shop: shops, homes };
}

const roomsIn = (tones: Tones): [name: string, scene: string][] => [
  ['Sala', livingRoom(tones)],
  ['Quarto', bedroom(tones)],
  ['Cozinha', kitchen(tones)],
  ['Banheiro', bathroom(tones)],
  ['Varanda', balcony(tones)],
  ['Planta', floorPlan(tones)],
];

export type Drawings = Awaited<ReturnType<typeof drawPhotographs>>;
