--
-- PostgreSQL database dump
--

\restrict xyz
SET statement_timeout = 0;
SET client_encoding = 'UTF8';

COPY public.tc_devices (id, name, uniqueid, lastupdate, positionid, groupid, attributes, phone, model, contact, category, disabled, status, expirationtime) FROM stdin;
1	Camión "rojo", 1	867440060000011	TODAY 10:00:00.123	7	3	{"speedLimit":90.0}	+34600111222	FMB920	Ana	truck	f	online	\N
2	Lancha	867440060000029	\N	\N	\N	{}	\N	\N	\N	boat	f	offline	2020-05-01 00:00:00
\.


COPY public.tc_geofences (id, name, description, area, attributes) FROM stdin;
1	Puerto	\N	CIRCLE (41.4 2.2, 500)	{}
2	Almacén	\N	POLYGON((41.1 2.1, 41.2 2.1, 41.2 2.2, 41.1 2.1))	{}
\.


COPY public.tc_groups (id, name, groupid, attributes) FROM stdin;
3	Camiones	\N	{}
\.


COPY public.tc_positions (id, protocol, deviceid, servertime, devicetime, fixtime, valid, latitude, longitude, altitude, speed, course, address, attributes, accuracy, network, geofenceids) FROM stdin;
1	teltonika	1	TODAY 08:00:01	TODAY 08:00:00	TODAY 08:00:00	t	41.5	2.1	12	20	90	Carrer Major 1, Vic	{"priority":0,"sat":11,"ignition":true,"motion":true,"power":13.8,"battery":4.05,"odometer":1200500,"distance":10.1,"totalDistance":55000.2}	0	\N	\N
2	teltonika	1	TODAY 08:00:31	TODAY 08:00:30	TODAY 08:00:30	t	41.501	2.1	12	25.5	88	\N	{"sat":11,"ignition":true,"alarm":"hardBraking"}	0	{"radioType":"gsm"}	[1]
3	gt06	2	TODAY 09:00:01	TODAY 09:00:00	TODAY 09:00:00	f	36.7	-4.4	0	0	0	\N	{"batteryLevel":77}	0	null	\N
4	gt06	2	2019-01-01 00:00:00	2019-01-01 00:00:00	2019-01-01 00:00:00	t	36.7	-4.4	0	0	0	\N	{}	0	\N	\N
5	gt06	99	TODAY 09:00:01	TODAY 09:00:00	TODAY 09:00:00	t	36.7	-4.4	0	0	0	\N	{}	0	\N	\N
6	gt06	2	TODAY 09:01:00	\N	\N	t	36.7	-4.4	0	0	0	\N	{}	0	\N	\N
\.
